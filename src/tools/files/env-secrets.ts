/**
 * Collects secret values, to hide them in the output of commands: from .env files in a task's folder, and from files in the home that
 * commands need and models may not read.
 */
import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isEnvFile, secretValues } from '../../laws/places/env-file.ts';
import { isNamedLikeKey } from '../../laws/places/reading.ts';
import { keptFromModelsInHome } from '../../laws/places/secret-place-names.ts';

type EnvSecret = { readonly name: string; readonly value: string };

export type EnvSecrets = {
  /** All values that have been found. */
  known(): readonly EnvSecret[];
  /**
   * Searches a folder and everything below it, and the home; the home's values are certain to be known only after a second call. Never rejects: files
   * that artoo cannot read are left out.
   */
  lookIn(folder: string): Promise<void>;
};

export type EnvSecretsOptions = {
  /** The home, whose files every command can see; if absent, it is not searched. */
  readonly home?: string;
  /** Whether a rule allows reading the whole file. */
  readonly mayShow?: (path: string) => boolean;
  readonly now?: () => number;
};

/** The limits of a search. */
const max = { folders: 800, depth: 5, files: 100, found: 10_000, bytes: 256 * 1024, values: 500, inFile: 100, above: 8 };
const maxInHome = { folders: 800, depth: 3, values: 200 };
/** How much time must pass before a folder, or the home, is searched again. */
const restMs = 2_000;
const homeRestMs = 30_000;
/** Folders that contain third-party or generated files. */
export const notSearchedForValues: ReadonlySet<string> = new Set([
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

export function createEnvSecrets({ home, mayShow = () => false, now = Date.now }: EnvSecretsOptions = {}): EnvSecrets {
  const [values, inHome] = [new Map<string, EnvSecret>(), new Map<string, EnvSecret>()];
  const looked = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  let lookingInHome: { readonly since: number; readonly done: Promise<void> } | undefined;

  async function learn(files: readonly string[], into: Map<string, EnvSecret>, most: number): Promise<void> {
    const hidden = await oldestFirst(files.filter((path) => !mayShow(path)));
    for (const text of await Promise.all(hidden.slice(0, max.files).map(textOf))) {
      for (const secret of secretValues(asAssignments(text)).slice(0, max.inFile)) if (into.size < most) into.set(secret.value, secret);
    }
  }

  async function lookInHome(folder: string): Promise<void> {
    const kept = keptFromModelsInHome.map((place) => join(folder, place));
    const found = await filesBelow(folder, maxInHome, (path) => isEnvFile(path) || isNamedLikeKey(path));
    await learn([...kept, ...found], inHome, maxInHome.values);
  }

  async function lookAround(folder: string): Promise<void> {
    await learn(await filesFrom(folder), values, max.values);
    looked.set(folder, now());
  }

  async function lookIn(folder: string): Promise<void> {
    const before = lookingInHome;
    if (home !== undefined && (lookingInHome === undefined || now() - lookingInHome.since >= homeRestMs))
      lookingInHome = { since: now(), done: lookInHome(home) };
    const last = looked.get(folder);
    if (last === undefined || now() - last >= restMs) {
      const looking = underWay.get(folder) ?? lookAround(folder).finally(() => underWay.delete(folder)); // concurrent calls share a search
      underWay.set(folder, looking);
      await looking;
    }
    await before?.done;
  }

  return { known: () => [...values.values(), ...inHome.values()], lookIn };
}

/** Sorts by age, so that files created by a task do not come before the person's files. */
async function oldestFirst(files: readonly string[]): Promise<readonly string[]> {
  const born = async (path: string) => ({ path, at: (await lstat(path).catch(() => undefined))?.birthtimeMs });
  const found = await Promise.all(files.slice(0, max.found).map(born));
  return found
    .flatMap(({ path, at }) => (at === undefined ? [] : [{ path, at }]))
    .sort((a, b) => a.at - b.at)
    .map(({ path }) => path);
}

/** npm settings that begin with a registry, and XML elements, rewritten as assignments. */
const asAssignments = (text: string): string =>
  text.replaceAll(/^\/\/[^\s=]+:(?=[\w-]+[ \t]*=)/gm, '').replaceAll(/<([\w.-]+)>([^<\n]+)<\/\1>/g, '\n$1=$2\n');

/** The files in the folder and, level by level, below it, and those in the folders above it, where programs look for such files too. */
async function filesFrom(folder: string): Promise<readonly string[]> {
  const found = await filesBelow(folder, max, isEnvFile);
  const above: string[] = [];
  for (let at = dirname(folder), steps = 0; steps < max.above && dirname(at) !== at; at = dirname(at), steps += 1)
    above.push(...namesIn(at, await entriesIn(at), isEnvFile));
  return [...found, ...above];
}

type Most = { readonly folders: number; readonly depth: number };

/** Searches level by level, so that nearby files are found first if there are too many. */
async function filesBelow(root: string, most: Most, isMeant: (path: string) => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [root];
  let folders = 0;
  for (let depth = 0; depth <= most.depth && level.length > 0; depth += 1) {
    const share = Math.ceil((most.folders - folders) / 2); // the other half is reserved for deeper folders
    const here = level.length > share ? (await oldestFirst(level)).slice(0, share) : level;
    folders += here.length;
    const listed = await Promise.all(here.map(async (path) => ({ path, entries: await entriesIn(path) })));
    for (const { path, entries } of listed) found.push(...namesIn(path, entries, isMeant));
    level = listed.flatMap(({ path, entries }) =>
      entries.filter((entry) => entry.isDirectory() && !notSearchedForValues.has(entry.name)).map(({ name }) => join(path, name)),
    );
  }
  return found;
}

/** Links count too, since commands may print the contents of their targets. */
const namesIn = (folder: string, entries: readonly Dirent[], isMeant: (path: string) => boolean): readonly string[] =>
  entries.flatMap((entry) => (entry.isDirectory() ? [] : [join(folder, entry.name)])).filter(isMeant);

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
