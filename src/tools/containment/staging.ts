/** Where views are kept while their commands run and their questions are open: private to the person, outside every folder that commands see. */
import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { allowances, systemCallFilter } from './seccomp.ts';

export type Staging = {
  /** Holds all stagings of the person; no command sees it. */
  readonly root: string;
  /** What stands for a closed folder and a closed file: nobody may open either. */
  readonly closedFolder: string;
  readonly closedFile: string;
  readonly emptyFolder: string;
  /** The files with the filters on system calls. */
  readonly filters: Readonly<Record<keyof typeof allowances, string>>;
  /** A new folder for one view. */
  newFolder(): string;
};

/**
 * Opens the staging of this process below `parent`, and removes those of processes that have ended: an operating-system lock, released when its holder
 * dies, tells them apart. Throws `containment_failed` when the place cannot be trusted or written to.
 */
export async function openStaging(parent: string, name: string): Promise<Staging> {
  const uid = process.getuid?.() ?? 0;
  const root = join(parent, `artoo-${uid}`);
  await mkdir(root, { mode: 0o700 }).catch(unless('EEXIST'));
  const found = await lstat(root);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new ArtooError('containment_failed', `${root} is not a folder that only this user can enter; remove it`);
  }
  const own = join(root, name);
  await mkdir(own, { mode: 0o700 });
  hold(join(own, 'lock'));
  await sweep(root, name);
  const [closedFolder, closedFile, emptyFolder] = [join(own, 'closed-folder'), join(own, 'closed-file'), join(own, 'empty')];
  await mkdir(closedFolder, { mode: 0 });
  await writeFile(closedFile, '', { mode: 0 });
  await mkdir(emptyFolder, { mode: 0o755 });
  const filters = await writeFilters(own);
  leaving.push(own);
  if (leaving.length === 1) process.once('exit', () => leaving.forEach(removeNow));
  let made = 0;
  return {
    root,
    closedFolder,
    closedFile,
    emptyFolder,
    filters,
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

/** What this process leaves behind when it ends. */
const leaving: string[] = [];

const unless =
  (code: string) =>
  (error: unknown): void => {
    if (errnoOf(error) !== code) throw error;
  };

/** Locks it for the life of this process. The file gets its name once it is locked, so one that is not locked is abandoned. */
function hold(path: string): void {
  const fd = openSync(`${path}.new`, constants.O_CREAT | constants.O_RDWR, 0o600);
  if (!tryLock(fd)) throw new ArtooError('containment_failed', `${path} is locked by another process`);
  renameSync(`${path}.new`, path);
}

const maxOpeningMs = 60_000;

async function sweep(root: string, own: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name === own || !isAbandoned(join(root, name))) continue;
    await removeTree(join(root, name)).catch(unless('ENOENT')); // another process may be sweeping too
  }
}

/** A staging is locked as soon as it exists; one without a lock is just being opened, or was half removed some time ago. */
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

/** An exit handler cannot wait; what is left is swept by the next process. */
function removeNow(path: string): void {
  try {
    for (const folder of closedFolders(path)) chmodSync(folder, 0o700);
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}

/** Folders that their owner cannot open: the kernel makes some, and so may commands. */
function* closedFolders(root: string): Generator<string> {
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if ((lstatSync(folder).mode & 0o700) !== 0o700) yield folder;
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) waiting.push(join(folder, entry.name));
  }
}

/** Removes a folder with everything in it, also what a command has made unreadable. */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOTEMPTY'].includes(errnoOf(error) ?? '')) throw error;
    for (const folder of closedFolders(path)) chmodSync(folder, 0o700);
    await rm(path, { recursive: true, force: true });
  }
}
