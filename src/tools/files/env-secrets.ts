/** The values in files of variables of a task's folder: what a command prints of them is hidden. */
import { constants, type Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isEnvFile, secretValues } from '../../laws/places/env-file.ts';

type EnvSecret = { readonly name: string; readonly value: string };

export type EnvSecrets = {
  /** All that were found so far. */
  known(): readonly EnvSecret[];
  /** Looks in a folder and below it. Never rejects: what cannot be read by artoo is not known to it. */
  lookIn(folder: string): Promise<void>;
};

/** `mayShow`: whether a rule allows the file to be read whole. */
export type EnvSecretsOptions = { readonly mayShow?: (path: string, folder: string) => boolean; readonly now?: () => number };

/** Beyond these, nothing more is looked for. */
const max = { folders: 400, depth: 5, files: 100, bytes: 256 * 1024, values: 500, above: 8 };
/** A folder is not looked through again before this time has passed. */
const restMs = 2_000;
/** Folders of what others wrote, or of what was built. */
const skipped: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.hg',
  '.svn',
  'vendor',
  'target',
  'dist',
  'build',
  '.venv',
  'venv',
  '__pycache__',
  '.cache',
  '.next',
]);

export function createEnvSecrets({ mayShow = () => false, now = Date.now }: EnvSecretsOptions = {}): EnvSecrets {
  const values = new Map<string, EnvSecret>();
  const looked = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();

  /** Of many at once, one looks and the others wait for it. */
  async function lookIn(folder: string): Promise<void> {
    const last = looked.get(folder);
    if (last !== undefined && now() - last < restMs) return;
    const looking = underWay.get(folder) ?? look(folder).finally(() => underWay.delete(folder));
    underWay.set(folder, looking);
    await looking;
  }

  async function look(folder: string): Promise<void> {
    const files = (await filesFrom(folder)).filter((path) => !mayShow(path, folder)).slice(0, max.files);
    for (const text of await Promise.all(files.map(textOf))) {
      for (const secret of secretValues(text)) if (values.size < max.values) values.set(secret.value, secret);
    }
    looked.set(folder, now());
  }

  return { known: () => [...values.values()], lookIn };
}

/** In the folder, level by level below it, and in those above it, where programs look for such files too. */
async function filesFrom(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [folder];
  let folders = 0;
  for (let depth = 0; depth <= max.depth && level.length > 0; depth += 1) {
    const here = level.slice(0, max.folders - folders);
    folders += here.length;
    const listed = await Promise.all(here.map(async (path) => ({ path, entries: await entriesIn(path) })));
    for (const { path, entries } of listed) found.push(...namesIn(path, entries));
    level = listed.flatMap(({ path, entries }) =>
      entries.filter((entry) => entry.isDirectory() && !skipped.has(entry.name)).map(({ name }) => join(path, name)),
    );
  }
  for (let at = dirname(folder), steps = 0; steps < max.above && dirname(at) !== at; at = dirname(at), steps += 1)
    found.push(...namesIn(at, await entriesIn(at)));
  return found;
}

/** Links count too: what they lead to is printed as well. */
const namesIn = (folder: string, entries: readonly Dirent[]): readonly string[] =>
  entries.filter((entry) => !entry.isDirectory() && isEnvFile(entry.name)).map(({ name }) => join(folder, name));

async function entriesIn(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function textOf(path: string): Promise<string> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > max.bytes) return '';
    return await file.readFile('utf8');
  } catch {
    return '';
  }
}
