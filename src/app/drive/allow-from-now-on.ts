/** "Allow this kind from now on", as said by one of the person's clients. */
import { rememberRule } from '../../config/files/remember-rule.ts';
import { ruleIn } from '../../config/rules.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { readRule } from '../../laws/rules/read-rule.ts';
import { checkRequest } from './check-requests.ts';

/** Throws `usage` if the text is not a rule, and `config_invalid` if the person's file cannot be changed. */
export async function allowFromNowOn(data: string, rule: string, folder: string | undefined): Promise<void> {
  const read = readRule(rule, { cwd: '/', home: '/' });
  if ('wrong' in read) throw new ArtooError('usage', `this is not a rule: ${read.wrong}`);
  const text = folder === undefined ? rule : ruleIn(rule, checkRequest.folder(folder, 'the folder'));
  const remembered = await rememberRule(data, text);
  if (!remembered.ok) throw new ArtooError('config_invalid', remembered.error);
}
