/** How an MCP server's program is started: without keys, inside walls unless the person decides otherwise, and never outliving artoo. */
import { lstatSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Containment } from '../containment/containment.ts';
import type { Environment } from '../running/environment.ts';
import { type ServedProgram, serveProgram } from '../running/served-program.ts';
import type { LocalServer } from './server.ts';

/** What is known about this machine. */
export type Machine = {
  /** artoo's own variables, for `${NAME}` in a configuration. */
  readonly variables: Environment;
  /** The environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  readonly containment: () => Promise<Containment>;
};

export type Where = { readonly cwd: string; readonly workspace: string };

/** A function that starts the program. Rejects with an error in words if that is impossible. */
export async function programOf(server: LocalServer, where: Where, machine: Machine): Promise<() => ServedProgram> {
  const given = expanded(server.env, machine.variables);
  if (!server.contained) return () => serveBare(server, where.cwd, { ...machine.env, ...given });
  const { serve, detail } = await machine.containment();
  if (serve === undefined)
    throw new Error(`it cannot run within walls on this machine (${detail}); to run it without walls, set contained: false`);
  return () => serve({ ...where, places: placesOf(server), command: lineOf(server, given) });
}

/** The places that the configuration names, and what a program in them needs: the packages that it was installed with, or its folder. */
const placesOf = ({ command, args }: Pick<LocalServer, 'command' | 'args'>): readonly string[] =>
  [command, ...args].filter(isAbsolute).map((path) => {
    const packages = path.indexOf('/node_modules/');
    if (packages !== -1) return path.slice(0, packages + '/node_modules'.length);
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true ? dirname(path) : path;
  });

/** Matches `${NAME}` and `${NAME:-default}` in a configuration. */
export const variablesIn = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** The texts of a configuration, with variables replaced. Throws an error in words if a variable is not set. */
export function expanded(texts: Readonly<Record<string, string>>, variables: Environment): Readonly<Record<string, string>> {
  const variable = (_: string, name: string, otherwise?: string): string => {
    const value = variables[name] || otherwise;
    if (value === undefined) throw new Error(`the variable ${name}, which its configuration names, is not set`);
    return value;
  };
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.replaceAll(variablesIn, variable)]));
}

/** A second process waits until artoo has ended, and then ends the group: a server that ignores the end of its input must not keep running. */
const tied = '(exec <&4 >/dev/null 2>&1 3>&-; read -r _; kill -KILL 0) & exec "$@" 3>&- 4<&-';

const serveBare = ({ command, args }: LocalServer, cwd: string, env: Readonly<Record<string, string>>): ServedProgram =>
  serveProgram({ file: '/bin/sh', args: ['-c', tied, 'sh', command, ...args], cwd, env });

/** The command as a line for the shell inside the walls. It is not passed as arguments, because everyone could read those. */
const lineOf = ({ command, args }: LocalServer, env: Readonly<Record<string, string>>): string =>
  [
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `exec ${[command, ...args].map(quoted).join(' ')}`,
  ].join('; ');

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
