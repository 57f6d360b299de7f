/** Whether the person trusts the files of settings and servers that the project in this folder brings. */
import { asArtooError } from '../../contracts/errors.ts';
import type { Environment } from '../config-layers.ts';
import { type JudgedFile, judged, readJudgedFiles } from '../servers/judged-files.ts';
import { type Finding, failed, ok } from './finding.ts';

const project = { name: "project's settings", about: 'machine' } as const;
const projectServers = { name: "project's MCP servers", about: 'machine' } as const;

const said = {
  trusted: () => 'you trust it as it is',
  declined: (until: string) => `you declined it as it is: ${until}; artoo trust asks again`,
  unasked: (until: string) => `you have not been asked yet: ${until}; artoo trust shows it and asks`,
} as const;

/** Nothing where there are no such files. Never throws: what is wrong in the settings themselves is reported with the configuration. */
export async function checkProject(data: string, cwd: string, env: Environment = {}): Promise<readonly Finding[]> {
  try {
    return (await readJudgedFiles(data, cwd, env)).map(checkFile);
  } catch (thrown) {
    const { code, message, hint } = asArtooError(thrown, 'config_invalid');
    return code === 'config_invalid' ? [] : [failed(project, message, hint)];
  }
}

function checkFile(file: JudgedFile): Finding {
  const { file: path, trust } = judged(file);
  if ('settings' in file) return ok(project, `${path}: ${said[trust]('it can only make artoo stricter')}`);
  return ok(projectServers, `${path}: ${said[trust]('none of its servers is used')}`);
}
