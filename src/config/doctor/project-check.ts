/** Whether the person trusts the files of settings and servers that come with the project in this folder. */
import { asArtooError } from '../../contracts/errors.ts';
import { type ProjectPart, type ProjectPlace, readProjectParts } from '../project-parts.ts';
import { type Finding, failed, ok } from './finding.ts';

const project = { name: "project's settings", about: 'machine' } as const;
const projectServers = { name: "project's MCP servers", about: 'machine' } as const;

const said = {
  trusted: () => 'you trust its current content',
  declined: (until: string) => `you declined its current content: ${until}; artoo trust asks you again`,
  unasked: (until: string) => `you have not been asked yet: ${until}; artoo trust shows it and asks whether you trust it`,
} as const;

/** Empty if there are no such files. Never throws: errors in the settings themselves are reported with the configuration. */
export async function checkProject(place: ProjectPlace): Promise<readonly Finding[]> {
  try {
    return (await readProjectParts(place)).flatMap(checkPart);
  } catch (thrown) {
    const { code, message, hint } = asArtooError(thrown, 'config_invalid');
    return code === 'config_invalid' ? [] : [failed(project, message, hint)];
  }
}

/** The finding about a part; none for skills, which have their own check. */
function checkPart({ kind, file, trust }: ProjectPart): readonly Finding[] {
  if (kind === 'settings') return [ok(project, `${file}: ${said[trust]('it can only make artoo stricter')}`)];
  return kind === 'servers' ? [ok(projectServers, `${file}: ${said[trust]('none of its servers is used')}`)] : [];
}
