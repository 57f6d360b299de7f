/** The servers that are configured in the current folder, and the one that a subcommand of `artoo mcp` names. */
import { type Configured, configure } from '../../config/configure.ts';
import { homeIn } from '../../config/folders.ts';
import type { ServerSource } from '../../config/mcp-servers.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';

export const configuredFor = ({ data, terminal: { env, cwd } }: Pick<CalledPart, 'data' | 'terminal'>): Promise<Configured> =>
  configure({ flags: { data }, env, cwd, home: homeIn(env) });

/** The server that the first word names. Throws `usage` if there is none. */
export async function serverNamed(called: CalledPart): Promise<ServerSource> {
  const [name = ''] = called.words;
  const { servers } = await configuredFor(called);
  const found = servers.find((each) => each.name === name);
  if (found) return found;
  const names = servers.map((each) => each.name);
  const instead = names.length === 0 ? 'none is configured; artoo mcp add adds one' : suggestion(name, names);
  throw new ArtooError('usage', `there is no MCP server ${shown(name)}; ${instead}`);
}
