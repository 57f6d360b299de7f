/** The folders of a view, made ahead of time and removed in the background: on most disks either takes longer than the command. */
import { chmodSync, chownSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';
import type { Staging } from './staging.ts';

/** One lower folder with its parts in the staging. */
export type ViewFolder = {
  readonly lower: string;
  /** How the overlay names it: a link where its own name could be read as an option. */
  readonly alias: string;
  readonly upper: string;
  readonly work: string;
  readonly merged: string;
};

export type ViewFolders = {
  readonly folder: string;
  readonly views: readonly ViewFolder[];
  /** A file that lists the overlays, for `mount -a`. */
  readonly mounts: string;
  /** When it was taken, by the clock of the file system in nanoseconds. */
  readonly since: bigint;
};

export type Pool = {
  take(lowers: readonly string[]): ViewFolders;
  /** Removes the folders of a view, and makes others for the next one. What cannot be removed is left to the next sweep. */
  giveBack(folders: ViewFolders): void;
};

type Spare = Omit<ViewFolders, 'since'>;

export function createPool(staging: Staging): Pool {
  const spares = new Map<string, Spare>();

  function make(lowers: readonly string[]): Spare {
    const folder = staging.newFolder();
    const views = lowers.map((lower, at) => viewFolder(folder, lower, at));
    const mounts = join(folder, 'mounts');
    writeFileSync(mounts, views.map(mountLine).join(''));
    return { folder, views, mounts };
  }

  /** Where it fails, the next view is made on demand, and its caller gets the error. */
  function keepSpare(lowers: readonly string[]): void {
    try {
      spares.set(lowers.join('\0'), make(lowers));
    } catch {
      spares.delete(lowers.join('\0'));
    }
  }

  return {
    take(lowers) {
      const key = lowers.join('\0');
      const taken = spares.get(key) ?? make(lowers);
      spares.delete(key);
      for (const { lower, upper } of taken.views) lookAlike(upper, lower);
      return { ...taken, since: fileSystemTime(taken.folder) };
    },
    giveBack({ folder, views }) {
      const lowers = views.map(({ lower }) => lower);
      setImmediate(() => {
        if (!spares.has(lowers.join('\0'))) keepSpare(lowers);
        void removeTree(folder).catch(() => {});
      });
    },
  };
}

/** Now, by the clock of the file system that holds the folder, in nanoseconds. */
export function fileSystemTime(folder: string): bigint {
  const mark = join(folder, 'taken');
  writeFileSync(mark, '');
  return lstatSync(mark, { bigint: true }).ctimeNs;
}

/** The top of a view is its upper folder: it must look like the folder below. */
function lookAlike(upper: string, lower: string): void {
  const { mode, uid, gid } = lstatSync(lower);
  if (process.getuid?.() === 0) chownSync(upper, uid, gid);
  chmodSync(upper, mode & 0o7777);
}

const plain = /^[\w./-]+$/;

function viewFolder(folder: string, lower: string, at: number): ViewFolder {
  const named = (part: string): string => join(folder, `${part}-${at}`);
  const made = { upper: named('upper'), work: named('work'), merged: named('merged') };
  for (const part of Object.values(made)) mkdirSync(part, { mode: 0o755 });
  if (plain.test(lower)) return { lower, alias: lower, ...made };
  const alias = named('lower');
  symlinkSync(lower, alias);
  return { lower, alias, ...made };
}

/** Volatile: otherwise the end of every command waits until everything written to that disk is synced. */
const mountLine = ({ alias, upper, work, merged }: ViewFolder): string =>
  `overlay ${merged} overlay lowerdir=${alias},upperdir=${upper},workdir=${work},userxattr,volatile 0 0\n`;
