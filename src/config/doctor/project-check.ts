/** Whether the person trusts the file of settings that the project in this folder brings. */
import { asArtooError } from '../../contracts/errors.ts';
import { readProjectFile } from '../config-files.ts';
import { type Finding, failed, ok } from './finding.ts';

const project = { name: "project's settings", about: 'machine' } as const;

const said = {
  trusted: 'you trust it as it is',
  declined: 'you declined it as it is: it can only make artoo stricter; artoo trust asks again',
  unasked: 'you have not been asked yet: it can only make artoo stricter; artoo trust shows it and asks',
} as const;

/** Nothing where there is no such file. Never throws: what is wrong in the file itself is reported with the configuration. */
export async function checkProject(data: string, cwd: string): Promise<readonly Finding[]> {
  try {
    const found = await readProjectFile(data, cwd);
    return found ? [ok(project, `${found.file}: ${said[found.trust]}`)] : [];
  } catch (thrown) {
    const { code, message, hint } = asArtooError(thrown, 'config_invalid');
    return code === 'config_invalid' ? [] : [failed(project, message, hint)];
  }
}
