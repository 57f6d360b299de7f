/** `artoo mcp list`: every server that is configured here, and those of other agents that could be taken over. Starts none. */
import { homeIn } from '../../config/folders.ts';
import type { ServerSource } from '../../config/mcp-servers.ts';
import { readProjectParts } from '../../config/project-parts.ts';
import type { McpJson } from '../../config/servers/mcp-json.ts';
import { type OtherSetUp, otherSetUps } from '../../config/servers/other-agents.ts';
import { openKnownServers } from '../../tools/mcp/known-servers.ts';
import { isLocal, type McpServer } from '../../tools/mcp/server.ts';
import { serverAt } from '../../tools/mcp/server-at.ts';
import { loginState, openLogins } from '../../tools/mcp/signing-in/logins.ts';
import { type ListedServer, listedLines } from '../../view/machine/server-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { report } from '../terminal/report.ts';
import { configuredFor } from './server-named.ts';

export async function listServers(called: CalledPart): Promise<number> {
  const { data, terminal } = called;
  const { servers, serverNotes } = await configuredFor(called);
  const [kept, logins] = [openKnownServers(data), openLogins(data)];
  const toolsOf = (name: string, server: McpServer): ListedServer['tools'] =>
    kept.read(name, server)?.definitions.map(({ tool }) => ({ tool, isPinned: kept.pin(name, server, tool) !== undefined }));
  const listed = ({ name, server, written, from }: Found, isTrusted: boolean): ListedServer => ({
    ...{ name, server: written, from, isTrusted },
    tools: toolsOf(name, serverAt(server, terminal.cwd)),
    login: isLocal(server) ? undefined : loginState(logins.read(server.url), new Date()),
  });
  const used = servers.map((found) => listed(found, true));
  const waiting = (await untrusted(called)).map((found) => listed(found, false));
  const others = await otherSetUps({ home: homeIn(terminal.env), cwd: terminal.cwd }, terminal.env);
  const lines = listedLines([...used, ...waiting], { others: news(others, servers), width: terminal.width });
  for (const note of called.json ? [] : serverNotes) terminal.note(`artoo: ${note}`);
  return report(called, { servers: [...used, ...waiting].map(asJson), others }, () => lines);
}

type Found = Omit<ServerSource, 'isOwn'>;

/** Servers of a project that the person has not trusted, or has declined. */
async function untrusted({ data, terminal: { cwd, env } }: CalledPart): Promise<readonly Found[]> {
  const parts = await readProjectParts({ data, cwd, home: homeIn(env), env });
  return parts
    .filter(({ trust }) => trust !== 'trusted')
    .flatMap((part) => {
      if (part.kind === 'skill') return [];
      const { servers, written }: Pick<McpJson, 'servers'> & Partial<McpJson> =
        part.kind === 'servers' ? part.servers : part.settings.values.mcp;
      return Object.entries(servers).map(([name, server]) => ({ name, server, written: written?.[name] ?? server, from: part.file }));
    });
}

/** Servers that were taken over are no longer offered. */
const news = (others: readonly OtherSetUp[], servers: readonly { readonly name: string }[]): readonly OtherSetUp[] =>
  others
    .map((each) => ({ ...each, names: each.names.filter((name) => !servers.some((own) => own.name === name)) }))
    .filter(({ names }) => names.length > 0);

/** Variables and headers may hold secrets, so only their names are shown. */
function asJson({ name, server, from, isTrusted, tools, login }: ListedServer): object {
  const what = isLocal(server)
    ? { command: server.command, args: server.args, env: Object.keys(server.env), contained: server.contained }
    : { url: server.url, headers: Object.keys(server.headers), login };
  return { name, ...what, from, trusted: isTrusted, tools: tools?.map(({ tool, isPinned }) => ({ name: tool, pinned: isPinned })) ?? null };
}
