/** The configured MCP servers: each is started when needed, once for each folder in which tasks run. */
import type { StreamableHTTPClientTransportOptions } from '@modelcontextprotocol/client';
import { type Connection, connect } from './connection.ts';
import type { Definition } from './definition.ts';
import { failureWords } from './failed-call.ts';
import type { KnownServers } from './known-servers.ts';
import { isLocal, type McpServer, type McpServers } from './server.ts';
import { serverAt } from './server-at.ts';
import type { Machine, Where } from './start-program.ts';

export type Servers = {
  readonly names: readonly string[];
  settings(name: string): McpServer | undefined;
  /** The server's settings, as they apply to a folder. */
  settingsAt(name: string, where: Where): McpServer | undefined;
  /** What is known about the server's tools without asking the server; undefined if nothing is known. */
  known(name: string, where: Where): readonly Definition[] | undefined;
  /** The existing connection, or a new one. Rejects with an error in words. If the signal fires, stops waiting. */
  connection(name: string, where: Where, signal: AbortSignal): Promise<Connection>;
  /** Ends all connections. */
  close(): void;
};

export type ServersOptions = {
  readonly servers: McpServers;
  readonly kept: KnownServers;
  readonly machine: Machine;
  readonly now?: () => number;
  /** How to sign in to a server. */
  readonly http?: (name: string) => Pick<StreamableHTTPClientTransportOptions, 'authProvider'>;
};

/** How often a server may be started: three times. After that, it is not restarted for a while. */
const maxStarts = 3;
const restMs = 600_000;

/** `starts`: the times at which the server was started. */
type Line = { starts: readonly number[]; current?: Promise<Connection>; why?: string | undefined };

export function openServers({ servers, kept, machine, http, now = Date.now }: ServersOptions): Servers {
  const lines = new Map<string, Line>();
  /** Connections by server and the folder that it is configured for. */
  const live = new Map<string, Connection>();
  const closing = new AbortController();
  const settings = (name: string) => (Object.hasOwn(servers, name) ? servers[name] : undefined);
  const settingsAt = (name: string, { cwd }: Where) => {
    const server = settings(name);
    return server && serverAt(server, cwd);
  };

  async function start(name: string, server: McpServer, where: Where): Promise<Connection> {
    const late = new AbortController();
    const words = `it did not answer within ${server.start_timeout / 1000} s`;
    const timer = setTimeout(() => late.abort(new DOMException(words, 'TimeoutError')), server.start_timeout); // not unref'd: perhaps nothing else keeps the process alive
    const stop = () => late.abort(new Error('artoo ends'));
    closing.signal.addEventListener('abort', stop);
    const keep = (connection: Connection) =>
      kept.write(name, server, { definitions: connection.definitions(), verdict: connection.verdict });
    try {
      let connection: Connection | undefined;
      const onChanged = () => connection && keep(connection);
      const prior = kept.read(name, server)?.verdict;
      connection = await connect({
        name,
        server,
        where,
        machine,
        signal: late.signal,
        prior,
        onChanged,
        ...(http && { http: http(name) }),
      });
      keep(connection);
      live.set(liveKey(name, server), connection);
      return connection;
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', stop);
    }
  }

  /** Starts servers one after another, so that none is started twice at the same time. */
  function connection(name: string, where: Where): Promise<Connection> {
    const line = lines.get(`${name} ${where.cwd}`) ?? { starts: [] };
    lines.set(`${name} ${where.cwd}`, line);
    line.current = next(line, line.current, name, where);
    return line.current;
  }

  async function next(line: Line, before: Promise<Connection> | undefined, name: string, where: Where): Promise<Connection> {
    const current = await before?.catch(() => undefined);
    const why = current?.why();
    if (current && why === undefined) return current;
    const server = settingsAt(name, where);
    if (server === undefined) throw new Error('no such server is configured');
    line.why = why ?? line.why;
    const recent = line.starts.filter((at) => now() - at < restMs);
    if (recent.length >= maxStarts)
      throw new Error(`it was started ${maxStarts} times within ${restMs / 60_000} minutes, and is not started again for now: ${line.why}`);
    closing.signal.throwIfAborted();
    line.starts = [...recent, now()];
    try {
      return await start(name, server, where);
    } catch (error) {
      line.why = failureWords(error);
      throw error;
    }
  }

  return {
    names: Object.keys(servers),
    settings,
    settingsAt,
    known(name, where) {
      const server = settingsAt(name, where);
      const connected = server && live.get(liveKey(name, server));
      return connected && connected.why() === undefined ? connected.definitions() : server && kept.read(name, server)?.definitions;
    },
    connection: (name, where, signal) => unless(signal, connection(name, where)),
    close() {
      closing.abort(new Error('artoo ends'));
      for (const line of lines.values()) line.current?.then((each) => each.close()).catch(() => {}); // a server that did not start has nothing to close
    },
  };
}

const liveKey = (name: string, server: McpServer): string => `${name} ${isLocal(server) ? (server.folder ?? '') : ''}`;

/** Settles like the promise, or rejects with the signal's reason, whichever comes first. */
async function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  promise.catch(() => {}); // it may fail after the wait has been abandoned
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
