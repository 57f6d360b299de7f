/** The configured MCP servers: whether each could be used, as far as possible without starting it. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openKnownServers } from '../../tools/mcp/known-servers.ts';
import { isLocal, type LocalServer, type RemoteServer } from '../../tools/mcp/server.ts';
import { serverAt } from '../../tools/mcp/server-at.ts';
import { loginState, openLogins, tokensFile } from '../../tools/mcp/signing-in/logins.ts';
import { variablesIn } from '../../tools/mcp/start-program.ts';
import type { Environment } from '../config-layers.ts';
import type { Configured } from '../configure.ts';
import type { ServerSource } from '../mcp-servers.ts';
import { pathFoldersIn } from '../path-folders.ts';
import { type Finding, failed, ok, type Subject, warning } from './finding.ts';

type Place = { readonly env: Environment; readonly cwd: string; readonly hasWalls: boolean; readonly now?: Date };

/** One finding per server, and one for tokens that cannot be read; empty if there are no servers and no tokens. Never throws. */
export function checkServers({ servers, data }: Pick<Configured, 'servers' | 'data'>, place: Place): readonly Finding[] {
  const damage = openLogins(data.value).damage();
  const tokens = { name: 'MCP tokens', about: 'machine' } as const;
  return [
    ...servers.map((source) => checkServer(source, data.value, place)),
    ...(damage === undefined
      ? []
      : [warning(tokens, `${tokensFile(data.value)}: ${damage}`, 'Remove it, and sign in again with artoo mcp login.')]),
  ];
}

function checkServer({ name, server, from }: ServerSource, data: string, place: Place): Finding {
  const subject = { name: `MCP ${name}`, about: 'machine' } as const;
  const missing = missingVariable(isLocal(server) ? server.env : server.headers, place.env);
  if (missing !== undefined)
    return warning(subject, `it needs the variable ${missing}, which is not set`, `Set ${missing}, or change ${from}.`);
  const kept = openKnownServers(data);
  const here = serverAt(server, place.cwd);
  const tools = kept.read(name, here)?.definitions;
  const pinned = tools?.filter(({ tool }) => kept.pin(name, here, tool) !== undefined).length ?? 0;
  const known =
    tools === undefined
      ? `not tried yet; try it with artoo mcp test ${name}`
      : `${tools.length} tools, of which ${pinned} have been called`;
  return isLocal(server)
    ? checkProgram(subject, server, `${from}: ${known}`, place)
    : checkAddress(subject, name, server, `${from}: ${known}`, data, place);
}

function checkProgram(subject: Subject, { command, contained }: LocalServer, known: string, { env, cwd, hasWalls }: Place): Finding {
  if (!isProgram(command, env, cwd)) return failed(subject, `the program ${command} was not found`, `Install it, or give its full path.`);
  if (contained && !hasWalls)
    return warning(
      subject,
      'it cannot run within walls on this machine',
      'To run it without walls, set contained: false in its configuration.',
    );
  return ok(subject, `${known}${contained ? ', contained' : ', not contained'}`);
}

function checkAddress(
  subject: Subject,
  name: string,
  { url }: RemoteServer,
  known: string,
  data: string,
  { now = new Date() }: Place,
): Finding {
  const login = loginState(openLogins(data).read(url), now);
  if (login === 'expired') return warning(subject, 'the sign-in has expired', `Sign in again with artoo mcp login ${name}.`);
  return ok(subject, `${known}${login === 'none' ? '' : ', signed in'}`);
}

function missingVariable(texts: Readonly<Record<string, string>>, env: Environment): string | undefined {
  const named = Object.values(texts).flatMap((text) => [...text.matchAll(variablesIn)]);
  return named.find(([, name = '', otherwise]) => !env[name] && otherwise === undefined)?.[1];
}

/** Whether a program would be found: by its path, or on PATH. */
export function isProgram(program: string, env: Environment, cwd: string): boolean {
  const places = program.includes('/') ? [resolve(cwd, program)] : pathFoldersIn(env).map((folder) => join(folder, program));
  return places.some((place) => {
    try {
      return statSync(place, { throwIfNoEntry: false })?.isFile() === true;
    } catch {
      return false; // a text that cannot be a path
    }
  });
}
