/** Resources of MCP servers that a goal names as `@server:uri`: read before the task starts, and passed on like data that was piped in. */
import { isUtf8 } from 'node:buffer';
import type { Settings } from '../config/settings.ts';
import { ArtooError } from '../contracts/errors.ts';
import { clip } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';
import type { Connection } from '../tools/mcp/connection.ts';
import { failedCall } from '../tools/mcp/failed-call.ts';
import { readResource } from '../tools/mcp/list-offers.ts';
import type { Environment } from '../tools/running/environment.ts';
import { containmentIn } from './wiring/assemble-tools.ts';
import { openMcp } from './wiring/open-mcp.ts';
import { closedBy } from './wiring/ruled-places.ts';

type Resource = { readonly server: string; readonly uri: string };

/** Matches a resource only at the start of a word, and without punctuation at the end of a sentence. */
const mention = /(?<=^|\s)@([a-z0-9][a-z0-9-]*):([^\s"]*[^\s",.;:!?)])/g;

/** The resources of configured servers that a goal names, each once. A name of any other server is plain text. Pure. */
export function resourcesIn(goal: string, servers: Settings['servers'] = {}): readonly Resource[] {
  const found = [...goal.matchAll(mention)].map(([, server = '', uri = '']) => ({ server, uri }));
  return found.filter(
    ({ server, uri }, at) =>
      Object.hasOwn(servers, server) && found.findIndex((other) => other.server === server && other.uri === uri) === at,
  );
}

export type ServerUse = {
  readonly settings: Pick<Settings, 'servers' | 'data' | 'task' | 'rules'>;
  readonly env: Environment;
  readonly cwd: string;
  readonly signal: AbortSignal;
};

/** Keeps servers running as long as they are used, each started once. `with` throws `usage` if a server does not work. */
export function useServers({ settings, env, cwd, signal }: ServerUse) {
  const { servers } = openMcp({
    ...{ data: settings.data, env, servers: settings.servers ?? {} },
    containment: () => containmentIn(env, settings.data, signal, closedBy(settings.rules)),
  });
  return {
    async with<T>(name: string, use: (connection: Connection) => Promise<T>): Promise<T> {
      try {
        return await use(await servers.connection(name, { cwd, workspace: settings.task.workspace }, signal));
      } catch (error) {
        signal.throwIfAborted();
        throw new ArtooError('usage', visible(failedCall(name, error).error?.message ?? String(error)), { cause: error });
      }
    },
    [Symbol.dispose]: servers.close,
  };
}

/** How much data a goal may bring along, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** The piped-in data and the resources that the goal names, joined; undefined if there are none. Throws `usage` if something cannot be read or joined. */
export async function withResources(goal: string, piped: Uint8Array | undefined, use: ServerUse): Promise<Uint8Array | undefined> {
  const named = resourcesIn(goal, use.settings.servers);
  const parts: Part[] = piped ? [{ name: 'standard input', bytes: piped }] : [];
  if (named.length === 0) return piped;
  using servers = useServers(use);
  for (const { server, uri } of named) {
    const timeout = use.settings.servers?.[server]?.timeout ?? 60_000;
    const bytes = await servers.with(server, (connection) => readResource(connection, uri, { signal: use.signal, timeout }));
    parts.push({ name: `@${server}:${uri}`, bytes });
  }
  return joined(parts);
}

type Part = { readonly name: string; readonly bytes: Uint8Array };

/** A single resource stays as it is; several, which must be texts, are joined, each below its name. */
export function joined(parts: readonly Part[]): Uint8Array | undefined {
  const size = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > maxBytes) throw new ArtooError('usage', `the resources that the goal names add up to more than ${maxBytes / 1024 / 1024} MiB`);
  if (parts.length < 2) return parts[0]?.bytes;
  const binary = parts.find(({ bytes }) => !isUtf8(bytes) || bytes.includes(0));
  if (binary)
    throw new ArtooError('usage', `${visible(clip(binary.name, 80))} is not text, so it cannot be handed over together with other data`);
  return Buffer.concat(parts.flatMap(({ name, bytes }) => [Buffer.from(`--- ${visible(name)} ---\n`), bytes, Buffer.from('\n')]));
}
