/** `artoo mcp add`: writes a server into the person's own file. */
import { basename, resolve } from 'node:path';
import { ownConfigFile } from '../../config/files/config-files.ts';
import { changeOwnFile } from '../../config/files/own-file.ts';
import { homeIn } from '../../config/folders.ts';
import { readServer, readServerName } from '../../config/mcp-servers.ts';
import { readServersFile } from '../../config/servers/project-servers.ts';
import type { ServerEntry } from '../../config/servers/server-text.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { visible } from '../../contracts/text/visible.ts';
import { isLocal, type McpServer } from '../../tools/mcp/server.ts';
import { serverText } from '../../view/machine/trust-lines.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';
import { textOf } from '../flags/from-here.ts';
import { report } from '../terminal/report.ts';

export async function addServer(called: CalledPart): Promise<number> {
  const { words, data, terminal } = called;
  const [name = '', ...rest] = words;
  const named = readServerName(name);
  if (!named.ok) throw new ArtooError('usage', `"${shown(name)}" ${named.error}`);
  const entry = textOf(called.given, 'from') === undefined ? entryFrom(rest, called) : await entryOfFile(name, rest, called);
  const server = readServer(entry);
  if (!server.ok) throw new ArtooError('usage', `${name} cannot be added: ${server.error}`);
  const changed = await changeOwnFile(
    data,
    async (text, values) => {
      if (values && Object.hasOwn(values.mcp.servers, name))
        throw new ArtooError('usage', `there is already a server ${name}; artoo mcp remove ${name} removes it`);
      return (await import('../../config/servers/server-text.ts')).withServer(text, name, entry);
    },
    'env' in entry || 'headers' in entry ? 0o600 : undefined, // environment variables and headers may hold secrets
  );
  if (!changed.ok) throw new ArtooError('usage', changed.error);
  for (const note of notesOn(name, server.value)) terminal.note(note);
  const file = ownConfigFile(data);
  return report(called, { added: name, file }, () => [
    `${name} has been added to ${visible(file)}: ${serverText(server.value)}`,
    `artoo mcp test ${name} tries it.`,
  ]);
}

/** The server on the command line. */
function entryFrom(rest: readonly string[], { given }: CalledPart): ServerEntry {
  const [first = '', ...args] = rest;
  const [env, headers] = [pairs(given.env, 'env', '='), pairs(given.header, 'header', ':')];
  const client_id = textOf(given, 'client-id');
  if (first === '') throw new ArtooError('usage', 'add needs an address, or -- and a command: artoo mcp add <name> -- <command …>');
  if (!/^https?:\/\//i.test(first)) {
    if (headers || client_id !== undefined)
      throw new ArtooError('usage', '--header and --client-id are for addresses; a program takes --env');
    const contained = given['not-contained'] === true ? { contained: false } : {};
    return { command: first, ...(args.length > 0 && { args }), ...(env && { env }), ...contained };
  }
  if (args.length > 0) throw new ArtooError('usage', `unexpected "${shown(args[0] ?? '')}" after the address`);
  if (env || given['not-contained']) throw new ArtooError('usage', '--env and --not-contained are for programs; an address takes --header');
  return { url: first, ...(headers && { headers }), ...(client_id !== undefined && { client_id }) };
}

/** The server of that name in a file of another agent: command and address with their variables, secrets as written in the file. */
async function entryOfFile(name: string, rest: readonly string[], { given, terminal }: CalledPart): Promise<ServerEntry> {
  if (rest.length > 0)
    throw new ArtooError('usage', `--from takes the server from the file, so "${shown(rest[0] ?? '')}" was not expected`);
  const path = resolve(terminal.cwd, (textOf(given, 'from') ?? '').replace(/^~(?=\/)/, homeIn(terminal.env)));
  const read = await readServersFile(path, path, { values: terminal.env, keys: new Set() });
  if (read === undefined) throw new ArtooError('usage', `${path} does not exist`);
  if ('unreadable' in read) throw new ArtooError('usage', read.unreadable);
  const server = read.servers[name];
  const why = read.leftOut.length === 0 ? '' : `; ${read.leftOut.map((each) => each.why).join('; ')}`;
  if (!server)
    throw new ArtooError('usage', `${path} has no usable server ${name}; it has ${Object.keys(read.servers).join(', ') || 'none'}${why}`);
  if (!isLocal(server)) return { url: server.url, headers: server.headers };
  return { command: server.command, args: server.args, env: server.env, ...(given['not-contained'] === true && { contained: false }) };
}

/** Pairs given as `name=value`. A value may be a secret, and is not repeated. */
function pairs(
  given: CalledPart['given'][string] | undefined,
  flag: string,
  sign: '=' | ':',
): Readonly<Record<string, string>> | undefined {
  if (!Array.isArray(given)) return undefined;
  return Object.fromEntries(
    given.map((text: string) => {
      const at = text.indexOf(sign);
      if (at < 1) throw new ArtooError('usage', `--${flag} needs a name, ${sign} and a value`);
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}

/** Programs that download what they run. */
const downloaders = new Set(['npx', 'bunx', 'uvx', 'pipx', 'pnpx', 'docker', 'podman']);

const notesOn = (name: string, server: McpServer): readonly string[] => {
  if (!isLocal(server)) return [];
  if (!server.contained) return [`${name} will run without walls, like any program that you start yourself.`];
  const program = basename(server.command);
  return downloaders.has(program)
    ? [
        `${program} needs the network, which a contained server does not have: install it and name its program, or add it with --not-contained.`,
      ]
    : [];
};
