/**
 * Reads a file of MCP servers that is written for any agent: `{"mcpServers": {…}}`. The format is not ours, so parts that cannot be used are reported, and the rest is used.
 * Pure.
 */
import { z } from 'zod';
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import type { Read } from '../../reading/quantities.ts';
import { isLocal, type McpServer, type McpServers } from '../../tools/mcp/server.ts';
import { readServer, readServerName } from '../mcp-servers.ts';

export type McpJson = {
  readonly servers: McpServers;
  /** The servers as written in the file, with the names of variables. */
  readonly written: McpServers;
  readonly leftOut: readonly LeftOutServer[];
};

export type LeftOutServer = {
  /** Why the server cannot be used, in one sentence. */
  readonly why: string;
  /** The server as written in the file, if it could become usable without a change to the file: once a variable is set, or its name is free. */
  readonly written?: McpServer;
};

export type Variables = {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** The variables that hold a key of a model provider or a search engine. No server of a project gets one. */
  readonly keys: ReadonlySet<string>;
};

const File = z.union([
  z.object({ mcpServers: z.record(z.string(), z.unknown()) }),
  z.object({ servers: z.record(z.string(), z.unknown()) }).transform(({ servers }) => ({ mcpServers: servers })), // the name that some editors use
]);

const Entry = z.object({
  command: z.unknown().optional(),
  args: z.unknown().optional(),
  env: z.unknown().optional(),
  url: z.unknown().optional(),
  httpUrl: z.unknown().optional(),
  headers: z.unknown().optional(),
});

/** The limit on servers that are read: a person would not read through more. */
const maxServers = 100;

/** Undefined if the JSON is not a file of servers. */
export function readMcpJson(json: unknown, variables: Variables): McpJson | undefined {
  const file = File.safeParse(json);
  if (!file.success) return undefined;
  const [servers, written, leftOut]: [Record<string, McpServer>, Record<string, McpServer>, LeftOutServer[]] = [{}, {}, []];
  const entries = Object.entries(file.data.mcpServers);
  if (entries.length > maxServers) leftOut.push({ why: `all servers after the first ${maxServers} are left out` });
  for (const [given, raw] of entries.slice(0, maxServers)) {
    const name = nameFrom(given);
    const leave = (why: string, as?: McpServer) => leftOut.push({ why: `${shown(given)} is left out: ${why}`, ...(as && { written: as }) });
    const read = readEntry(raw, variables);
    if (name === undefined) leave('no valid name can be made from its name');
    else if (!read.ok) leave(read.error, read.written);
    else if (Object.hasOwn(servers, name)) leave(`another server is also called ${name}`, read.value.written);
    else {
      servers[name] = read.value.server;
      written[name] = read.value.written;
    }
  }
  return { servers, written, leftOut };
}

const shown = (text: string): string => visible(clip(text, 40));

/** A valid name made from another: lower-case letters, digits and dashes. */
function nameFrom(given: string): string | undefined {
  const name = given
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return readServerName(name).ok ? name : undefined;
}

type Both = { readonly server: McpServer; readonly written: McpServer };
type ReadEntry = { readonly ok: true; readonly value: Both } | { readonly ok: false; readonly error: string; readonly written?: McpServer };

function readEntry(raw: unknown, variables: Variables): ReadEntry {
  const entry = Entry.safeParse(raw);
  if (!entry.success) return wrong('it is not a map of command and args, or of url and headers');
  const { command, args, env, httpUrl, url = httpUrl, headers } = entry.data;
  const given = command === undefined ? { url, headers } : { command, args, env };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const read = readKnown(known, variables);
  if (read.ok) return read;
  const written = unfilled(known);
  return written ? { ...read, written } : read;
}

function readKnown(known: Readonly<Record<string, unknown>>, variables: Variables): Read<Both> {
  const key = referencesOf(known)
    .map(nameIn)
    .find((name) => variables.keys.has(name));
  if (key !== undefined)
    return wrong(`it asks for ${shown(key)}, which is a key for models or searches; a project's servers are never given such keys`);
  const expanded = withVariables(known, variables.values);
  if (!expanded.ok) return expanded;
  const server = readServer(expanded.value);
  return server.ok ? { ok: true, value: { server: server.value, written: writtenAs(server.value, known) } } : server;
}

/** The server as written in the file, if there are values of its variables that would make it valid. */
function unfilled(known: Readonly<Record<string, unknown>>): McpServer | undefined {
  const { env, headers, ...own } = known;
  const filled = expandedWith(own, () => 'x');
  const server = readServer({ ...known, ...filled, ...(referencesOf(own.url).length > 0 && { url: 'https://x.invalid' }) });
  return server.ok ? writtenAs(server.value, known) : undefined;
}

/** Command, arguments and address with their variables; `env` and `headers`, which may hold secrets, get their values when the server starts. */
function withVariables(given: Readonly<Record<string, unknown>>, values: Variables['values']): Read<Readonly<Record<string, unknown>>> {
  const { env, headers, ...own } = given;
  const missing = Object.values(own)
    .flatMap(referencesOf)
    .find((inside) => textOf(inside, values) === undefined);
  if (missing !== undefined) return wrong(`\${${shown(missing)}}, which it refers to, is not set, or is not a variable`);
  return { ok: true, value: { ...given, ...expandedWith(own, (inside) => textOf(inside, values) ?? '') } };
}

function expandedWith(own: Readonly<Record<string, unknown>>, text: (inside: string) => string): Readonly<Record<string, unknown>> {
  const expand = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll(reference, (_, inside: string) => text(inside)) : value;
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, Array.isArray(value) ? value.map(expand) : expand(value)]));
}

const reference = /\$\{([^}]*)\}/g;
const variable = /^([A-Za-z_]\w*)(?::-(.*))?$/s;

/** The value of a reference to a variable; undefined if the variable is not set and has no default, or the text is not a reference. */
function textOf(inside: string, values: Variables['values']): string | undefined {
  const [, name, otherwise] = variable.exec(inside) ?? [];
  return name === undefined ? undefined : values[name] || otherwise;
}

const nameIn = (inside: string): string => inside.split(':-')[0] ?? '';

/** The references to variables in a value, at any depth. */
function referencesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [...value.matchAll(reference)].map(([, inside = '']) => inside);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesOf) : [];
}

/** The server for display: with the text of the file instead of the filled-in values. */
function writtenAs(server: McpServer, given: Readonly<Record<string, unknown>>): McpServer {
  const { command, args, url } = given;
  if (!isLocal(server)) return { ...server, url: String(url) };
  return { ...server, command: String(command), args: Array.isArray(args) ? args.map(String) : [] };
}

const wrong = (error: string): { readonly ok: false; readonly error: string } => ({ ok: false, error });
