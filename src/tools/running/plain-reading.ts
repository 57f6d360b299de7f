/** Whether a command that plainly only reads may run without walls: not where it could reach secrets, even through a link. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { plainPipelineOf } from '../../laws/commands/plain-line.ts';
import { isPlainlyReadOnly } from '../../laws/commands/read-only.ts';
import { isWithin } from '../../laws/places/posix-path.ts';

/** `secrets` are the places that no command may see. */
export async function mayReadBare(command: string, cwd: string, secrets: readonly string[]): Promise<boolean> {
  if (!isPlainlyReadOnly(command)) return false;
  const words = plainPipelineOf(command)?.flatMap(({ args }) => args) ?? [];
  const paths = new Set([cwd, ...words.flatMap(pathsIn).map((path) => resolve(cwd, path))]);
  const [seen, hidden] = await Promise.all([realPathsOf([...paths]), realPathsOf(secrets)]);
  return !seen.some((path) => hidden.some((secret) => isWithin(secret, path) || isWithin(path, secret)));
}

/** A word may be a path, or an option with one after it. */
const pathsIn = (word: string): readonly string[] => (word.startsWith('-') ? [word.slice(2), word.slice(word.indexOf('=') + 1)] : [word]);

/** The real paths of those that exist. */
async function realPathsOf(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return real.filter((path) => path !== undefined);
}
