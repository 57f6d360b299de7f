/** The MCP servers of a configuration: `mcp: { servers: { name: … } }`. */
import { z } from 'zod';
import { by, section } from '../reading/by.ts';
import { type Read, readDuration, readSwitch } from '../reading/quantities.ts';
import type { McpServer, McpServers } from '../tools/mcp/server.ts';

/** The longest time that a tool call may take. */
const maxTimeoutMs = 600_000;

const example = 'a map of command and args, or of url and headers';

const Fields = section(
  {
    command: by(readWord('the program that runs the server')).optional(),
    args: z.array(by(readText), { error: 'must be a list of arguments' }).optional(),
    env: by(readTexts('variables', /^[A-Za-z_][A-Za-z0-9_]{0,99}$/)).optional(),
    contained: by(readSwitch).optional(),
    url: by(readUrl).optional(),
    headers: by(readTexts('headers', /^[A-Za-z0-9-]{1,100}$/)).optional(),
    client_id: by(readWord('the address of a client id metadata document, or an id')).optional(),
    timeout: by(readLimit).default(60_000),
    start_timeout: by(readLimit).default(15_000),
  },
  example,
);

const Server = Fields.transform((given, context): McpServer => {
  const { command, args, env, contained, url, headers, client_id, timeout, start_timeout } = given;
  const limits = { timeout, start_timeout };
  if (command !== undefined && url === undefined && headers === undefined && client_id === undefined)
    return { command, args: args ?? [], env: env ?? {}, contained: contained ?? true, ...limits };
  if (url !== undefined && [command, args, env, contained].every((field) => field === undefined))
    return { url, headers: headers ?? {}, ...(client_id !== undefined && { client_id }), ...limits };
  const mixed = command === undefined && url === undefined ? 'needs a command or a url' : 'must have either a command or a url';
  context.addIssue(`${mixed}: ${example}`);
  return z.NEVER;
});

/** One server as it is written in a configuration. */
export function readServer(raw: unknown): Read<McpServer> {
  const { data, error } = Server.safeParse(raw);
  if (data) return { ok: true, value: data };
  const [{ path, message } = { path: [], message: 'cannot be used' }] = error?.issues ?? [];
  return { ok: false, error: [path.join('.'), message].join(' ').trim() };
}

export const readServerName = (raw: unknown): Read<string> =>
  typeof raw === 'string' && /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(raw)
    ? { ok: true, value: raw }
    : { ok: false, error: 'is not a valid server name: use at most 32 lower-case letters, digits and dashes' };

const Name = by(readServerName);

export const McpSettings = section(
  { servers: z.record(z.string(), Server, { error: `must be a map of names to servers, each ${example}` }).default({}) },
  'a map of servers',
).superRefine(({ servers }, context) => {
  for (const name of Object.keys(servers)) {
    const { error } = Name.safeParse(name);
    if (error) context.addIssue({ code: 'custom', path: ['servers', name], message: error.issues[0]?.message ?? '' });
  }
});

/** The keys of a server, for suggestions. */
export const serverKeys: readonly string[] = Object.keys(Fields.shape);

type Source = {
  readonly name: string;
  readonly values: { readonly mcp: { readonly servers: McpServers } };
  readonly written?: McpServers;
};

/**
 * All servers of all layers; the first layer that names a server decides. The person's own servers come before a project's, because rules that allow
 * their tools must not apply to another server with the same name.
 */
export function serversIn(layers: readonly Source[]): McpServers {
  return Object.assign(
    {},
    ...ownFirst(layers)
      .toReversed()
      .map(({ values }) => values.mcp.servers),
  );
}

/** Where a server comes from: the line of a file, and whether that file is the person's own. */
export type ServerSource = {
  readonly name: string;
  readonly server: McpServer;
  /** The server as written in the file, for display: filled-in variables may be secrets. */
  readonly written: McpServer;
  readonly from: string;
  readonly isOwn: boolean;
};

/** The servers of `serversIn`, each with the layer that decided. */
export function serverSources(
  layers: readonly (Source & { readonly from: (path: readonly string[]) => string })[],
): readonly ServerSource[] {
  return Object.keys(serversIn(layers)).flatMap((name) => {
    const layer = ownFirst(layers).find(({ values }) => Object.hasOwn(values.mcp.servers, name));
    const server = layer?.values.mcp.servers[name];
    if (!layer || !server) return [];
    const written = layer.written?.[name] ?? server;
    return [{ name, server, written, from: layer.from(['mcp', 'servers', name]), isOwn: !isOfProject(layer) }];
  });
}

const isOfProject = ({ name }: Pick<Source, 'name'>): boolean => name === 'project' || name === 'servers';

/** The person's own layers before a project's, whose settings come before its `.mcp.json`. */
const ownFirst = <T extends Source>(layers: readonly T[]): readonly T[] =>
  layers.toSorted((a, b) => Number(isOfProject(a)) - Number(isOfProject(b)));

function readWord(what: string): (raw: unknown) => Read<string> {
  return (raw) => (typeof raw === 'string' && raw.trim() !== '' && !/\p{Cc}/u.test(raw) ? right(raw.trim()) : wrong(`must be ${what}`));
}

function readText(raw: unknown): Read<string> {
  if (typeof raw === 'number' || typeof raw === 'boolean') return right(String(raw)); // YAML reads texts such as 8080 and true like this
  return typeof raw === 'string' && !raw.includes('\0') ? right(raw) : wrong('must be text');
}

function readTexts(what: string, names: RegExp): (raw: unknown) => Read<Readonly<Record<string, string>>> {
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return wrong(`must be a map of ${what} to text`);
    const texts = Object.entries(raw).map(([name, value]) => [name, readText(value)] as const);
    const bad = texts.find(([name, read]) => !names.test(name) || !read.ok || /[\r\n]/.test(read.value));
    if (bad)
      return wrong(`must be a map of ${what} to text of one line each; the entry ${JSON.stringify(bad[0].slice(0, 40))} is not valid`); // the value is not quoted, because it may be a key
    return right(Object.fromEntries(texts.map(([name, read]) => [name, read.ok ? read.value : ''])));
  };
}

/** An address without a key: keys in addresses end up in logs, and belong in a header. */
function readUrl(raw: unknown): Read<string> {
  const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return wrong('must be an address, such as https://example.org/mcp');
  if (url.username !== '' || url.password !== '') return wrong('must not contain a name or a password; use headers');
  return right(url.href);
}

function readLimit(raw: unknown): Read<number> {
  const read = readDuration(raw);
  return read.ok && read.value > maxTimeoutMs ? wrong('must be at most 10m') : read;
}

const right = <T>(value: T): Read<T> => ({ ok: true, value });
const wrong = (error: string): { readonly ok: false; readonly error: string } => ({ ok: false, error });
