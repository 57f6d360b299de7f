/** What every part of `artoo mcp` gets. */
import { type Configured, configure } from '../../config/configure.ts';
import { quickDataFolder } from '../../config/data-folder.ts';
import { homeIn } from '../../config/folders.ts';
import type { ServerSource } from '../../config/mcp-servers.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { suggestion } from '../../contracts/text/nearest.ts';
import { exits, type Terminal } from '../command.ts';
import { type Parsed, shown } from '../flags/flags.ts';
import { printJson } from '../terminal/print-json.ts';

export type McpCommand = {
  /** The words after the name of the part. */
  readonly words: readonly string[];
  readonly given: Parsed['flags'];
  readonly json: boolean;
  readonly data: string;
  readonly home: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
  readonly configured: () => Promise<Configured>;
};

export async function openCommand({ words, given, terminal }: Pick<McpCommand, 'words' | 'given' | 'terminal'>): Promise<McpCommand> {
  const { env, cwd } = terminal;
  const [data, home] = [await quickDataFolder(given, terminal), homeIn(env)];
  return {
    ...{ words, given, json: given.json === true, data, home, terminal },
    signal: AbortSignal.any([terminal.cancel, terminal.terminate]),
    configured: () => configure({ flags: { data }, env, cwd, home }),
  };
}

/** The server that the first word names. Throws `usage` where there is none. */
export async function serverNamed({ words, configured }: McpCommand): Promise<ServerSource> {
  const [name = ''] = words;
  const { servers } = await configured();
  const found = servers.find((each) => each.name === name);
  if (found) return found;
  const names = servers.map((each) => each.name);
  const instead = names.length === 0 ? 'none is configured; artoo mcp add adds one' : suggestion(name, names);
  throw new ArtooError('usage', `there is no MCP server ${shown(name)}; ${instead}`);
}

/** Prints a result as JSON, or as lines for a person. */
export function report({ json, terminal }: McpCommand, result: object, lines: readonly string[], code: number = exits.ok): number {
  if (json) printJson(result, terminal);
  else for (const line of lines) terminal.print(line);
  return code;
}
