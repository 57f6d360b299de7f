/** "Allow this kind from now on", said by a client of the person. */
import { rememberRule } from '../../config/remember-rule.ts';
import { ruleIn } from '../../config/rules.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { readRule } from '../../laws/rules/read-rule.ts';
import { checkRequest } from './check-requests.ts';

/** Throws `usage` for what is no rule, and `config_invalid` where the person's file cannot be changed. */
export async function allowFromNowOn(data: string, rule: string, folder: string | undefined): Promise<void> {
  const read = readRule(rule, { cwd: '/', home: '/' });
  if ('wrong' in read) throw new ArtooError('usage', `this is not a rule: ${read.wrong}`);
  const text = folder === undefined ? rule : ruleIn(rule, checkRequest.folder(folder, 'the folder'));
  const remembered = await rememberRule(data, text);
  if (!remembered.ok) throw new ArtooError('config_invalid', remembered.error);
}
