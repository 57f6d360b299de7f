/** MCP servers as lines: what each is, where it comes from, what it may do, and what is known about its tools. Pure. */
import type { OtherSetUp } from '../../config/servers/other-agents.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isLocal, type McpServer } from '../../tools/mcp/server.ts';
import { counted } from '../pages.ts';
import { wrap } from '../wrap.ts';
import { serverText } from './trust-lines.ts';

export type ListedServer = {
  readonly name: string;
  /** The server as written in its file: variables are not filled in. */
  readonly server: McpServer;
  /** The line of the file where the server is defined. */
  readonly from: string;
  readonly isTrusted: boolean;
  /** What the server offered when it last ran; undefined if unknown. */
  readonly tools: readonly { readonly tool: string; readonly isPinned: boolean }[] | undefined;
  /** Whether artoo is signed in; undefined for programs. */
  readonly login: 'none' | 'valid' | 'renewable' | 'expired' | undefined;
};

type Around = { readonly others: readonly OtherSetUp[]; readonly width?: number | undefined };

export function listedLines(servers: readonly ListedServer[], { others, width = Number.POSITIVE_INFINITY }: Around): readonly string[] {
  const none = servers.length === 0 ? ['No MCP server is configured. artoo mcp add <name> -- <command> adds one.'] : [];
  const lines = [...none, ...servers.flatMap(serverLines), ...others.flatMap(offerLines)];
  return lines.flatMap((line) => wrap(line, width, line.startsWith('  ') ? 4 : 2));
}

const serverLines = (listed: ListedServer): readonly string[] => [
  `${listed.name}  ${serverText(listed.server)}`,
  `  ${[`from ${visible(listed.from)}`, ...stateOf(listed)].join(' · ')}`,
  `  ${toolsText(listed)}`,
];

function stateOf({ name, server, isTrusted, login }: ListedServer): readonly string[] {
  const walls = isLocal(server) ? [server.contained ? 'contained' : 'NOT contained: it runs like any other program of yours'] : [];
  const trust = isTrusted ? [] : ['NOT trusted, so it is not used: artoo trust'];
  return [...walls, ...trust, ...(login === undefined ? [] : loginText(name, login))];
}

const loginText = (name: string, login: NonNullable<ListedServer['login']>): readonly string[] =>
  ({ none: [], valid: ['signed in'], renewable: ['signed in'], expired: [`the sign-in has expired: artoo mcp login ${name}`] })[login];

const maxNamed = 12;

function toolsText({ name, tools, isTrusted }: ListedServer): string {
  if (tools === undefined) return isTrusted ? `its tools are not known yet: artoo mcp test ${name}` : 'its tools are not known';
  const rest = tools.length - maxNamed;
  const names = tools.slice(0, maxNamed).map(({ tool }) => visible(tool));
  const pinned = tools.filter(({ isPinned }) => isPinned).length;
  const more = [...(rest > 0 ? [`and ${rest} more`] : []), ...(pinned > 0 ? [`${pinned} called before`] : [])];
  return `${counted(tools.length, 'tool')}${names.length > 0 ? `: ${names.join(', ')}` : ''}${more.length > 0 ? ` (${more.join('; ')})` : ''}`;
}

const offerLines = ({ agent, file, names }: OtherSetUp): readonly string[] => [
  `${agent} has ${names.join(', ')} in ${visible(file)}, which artoo does not use.`,
  `  artoo mcp add ${names[0]} --from ${visible(file)} adds one`,
];
