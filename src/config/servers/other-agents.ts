/** MCP servers that other agents and editors have set up. They are only listed, never used, until the person adopts one by name. */
import { join } from 'node:path';
import { readServersFile } from './project-servers.ts';

type Place = { readonly home: string; readonly cwd: string };

export type OtherSetUp = { readonly agent: string; readonly file: string; readonly names: readonly string[] };

/** The files of other agents. Codex is missing because it writes TOML. */
const files = ({ home, cwd }: Place): readonly (readonly [agent: string, file: string])[] => [
  ['Claude Code', join(home, '.claude.json')],
  ['Claude Desktop', join(home, '.config/Claude/claude_desktop_config.json')],
  ['Claude Desktop', join(home, 'Library/Application Support/Claude/claude_desktop_config.json')],
  ['Cursor', join(home, '.cursor/mcp.json')],
  ['Cursor', join(cwd, '.cursor/mcp.json')],
  ['VS Code', join(cwd, '.vscode/mcp.json')],
  ['Gemini CLI', join(home, '.gemini/settings.json')],
  ['Windsurf', join(home, '.codeium/windsurf/mcp_config.json')],
];

/** The servers in the files of other agents; a file that cannot be read is ignored. */
export async function otherSetUps(place: Place, env: Readonly<Record<string, string | undefined>>): Promise<readonly OtherSetUp[]> {
  const found = await Promise.all(
    files(place).map(async ([agent, file]) => {
      const read = await readServersFile(file, file, { values: env, keys: new Set() });
      return { agent, file, names: read && 'servers' in read ? Object.keys(read.servers) : [] };
    }),
  );
  return found.filter(({ names }) => names.length > 0);
}
