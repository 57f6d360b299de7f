/** Where views are kept while their commands run and questions about them are open: private to the person, outside every folder that commands see. */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, renameSync, type Stats, symlinkSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { removeTree, removeTreeNow } from './remove-tree.ts';
import { allowances, systemCallFilter } from './walls/seccomp.ts';

export type Staging = {
  /** The folder that contains all stagings of the person; no command sees it. */
  readonly root: string;
  /** Placeholders for a closed folder and a closed file, neither of which can be opened. */
  readonly closedFolder: string;
  readonly closedFile: string;
  readonly emptyFolder: string;
  /** A path to a program under which its process is named `artoo`, so that artoo's processes are not mistaken for the person's in a process list. */
  calledArtoo(program: string): string;
  /** The files that contain the system call filters. */
  readonly filters: Readonly<Record<keyof typeof allowances, string>>;
  /** A new folder for one view. */
  newFolder(): string;
};

/** The staging of this process below `parent`: opened on first use, and again if it has been removed. Throws like `openStaging`. */
export async function stagingIn(parent: string): Promise<Staging> {
  const known = await opened.get(parent)?.catch(() => undefined);
  if (known && existsSync(known.closedFolder)) return known;
  const opening = openStaging(parent, randomUUID());
  opened.set(parent, opening);
  return opening;
}

const opened = new Map<string, Promise<Staging>>();

/**
 * Opens a staging of this process below `parent`, and removes those of processes that have ended: an operating-system lock, released when its holder
 * dies, shows which these are. Throws `containment_failed` if `parent` cannot be trusted or written to.
 */
export async function openStaging(parent: string, name: string): Promise<Staging> {
  const root = await privateFolder(parent);
  const own = join(root, name);
  await mkdir(own, { mode: 0o700 });
  hold(join(own, 'lock'));
  for (const folder of new Set([root, ...(await othersBeside(usualFolder(parent)))])) await sweep(folder, name);
  const [closedFolder, closedFile, emptyFolder] = [join(own, 'closed-folder'), join(own, 'closed-file'), join(own, 'empty')];
  await mkdir(closedFolder, { mode: 0 });
  await writeFile(closedFile, '', { mode: 0 });
  await mkdir(emptyFolder, { mode: 0o755 });
  const filters = await writeFilters(own);
  leaving.push(own);
  if (leaving.length === 1) process.once('exit', removeLeaving);
  let made = 0;
  const named = new Map<string, string>();
  return {
    root,
    closedFolder,
    closedFile,
    emptyFolder,
    filters,
    calledArtoo(program) {
      const folder = join(own, `called-${named.size}`);
      const path = named.get(program) ?? join(folder, 'artoo');
      if (named.has(program)) return path;
      mkdirSync(folder, { mode: 0o755 });
      symlinkSync(program, path);
      named.set(program, path);
      return path;
    },
    newFolder() {
      made += 1;
      const folder = join(own, String(made));
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    },
  };
}

async function writeFilters(folder: string): Promise<Staging['filters']> {
  const written = Object.entries(allowances).map(async ([name, allowance]) => {
    const filter = systemCallFilter(process.arch, allowance);
    if (!filter)
      throw new ArtooError('containment_failed', `the system calls of ${process.arch} are not known, so they cannot be filtered`);
    const path = join(folder, `calls-${name}`);
    await writeFile(path, filter);
    return [name, path] as const;
  });
  return Object.fromEntries(await Promise.all(written)) as Staging['filters']; // one for each
}

/** What has to be removed when this process ends. */
const leaving: string[] = [];

/** Removes as much as possible; the next process removes the rest. */
function removeLeaving(): void {
  for (const path of leaving) {
    try {
      removeTreeNow(path);
    } catch {} // the process is ending
  }
}

/**
 * A folder below `parent` that only this user can enter. It has the usual name or, if that is taken, for example by another user's folder, an
 * unpredictable one. Later processes find it again, because no other user can create a folder that this user owns.
 */
async function privateFolder(parent: string): Promise<string> {
  const usual = usualFolder(parent);
  if (isOpenToOthers(await stat(parent)))
    throw new ArtooError('containment_failed', `in ${parent}, any user can replace other users' folders`);
  await mkdir(usual, { mode: 0o700 }).catch(unless('EEXIST'));
  if (isPrivate(await lstat(usual))) return usual;
  const [other] = await othersBeside(usual);
  return other ?? (await mkdtemp(`${usual}-`));
}

/** This user's own folders, among those whose names begin like the usual one. */
async function othersBeside(usual: string): Promise<readonly string[]> {
  const names = (await readdir(dirname(usual))).filter((name) => name.startsWith(`${basename(usual)}-`)).sort();
  return names.map((name) => join(dirname(usual), name)).filter((path) => isPrivate(lstatSync(path, { throwIfNoEntry: false })));
}

/** Whether other users may write to the folder, and rename each other's files in it. */
const isOpenToOthers = ({ mode }: Stats): boolean => (mode & 0o022) !== 0 && (mode & 0o1000) === 0;

/** Whether a folder belongs to this user and is private; a link never is. */
const isPrivate = (found: Stats | undefined): boolean =>
  found?.isDirectory() === true && found.uid === userId() && (found.mode & 0o077) === 0;

const userId = (): number => process.getuid?.() ?? 0;

const usualFolder = (parent: string): string => join(parent, `artoo-${userId()}`);

const unless =
  (code: string) =>
  (error: unknown): void => {
    if (errnoOf(error) !== code) throw error;
  };

/** Locks a file until this process ends. The file gets its name once it is locked, so a file that is not locked is abandoned. */
function hold(path: string): void {
  const fd = openSync(`${path}.new`, constants.O_CREAT | constants.O_RDWR, 0o600);
  if (!tryLock(fd)) throw new ArtooError('containment_failed', `${path} is locked by another process`);
  renameSync(`${path}.new`, path);
}

const maxOpeningMs = 60_000;

async function sweep(root: string, own: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name === own || !isAbandoned(join(root, name))) continue;
    await removeTree(join(root, name));
  }
}

/**
 * Whether a staging is abandoned. A staging is locked as soon as it exists; a staging without a lock is being opened, or its removal was interrupted.
 */
function isAbandoned(folder: string): boolean {
  let fd: number;
  try {
    fd = openSync(join(folder, 'lock'), constants.O_RDWR);
  } catch {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    return found !== undefined && Date.now() - found.mtimeMs > maxOpeningMs;
  }
  try {
    return tryLock(fd);
  } finally {
    closeSync(fd);
  }
}
