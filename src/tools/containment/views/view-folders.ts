/** The folders of a view in the staging: removed in the background, because on most disks removing them takes longer than the command. */
import { chmodSync, chownSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from '../remove-tree.ts';
import type { Staging } from '../staging.ts';

/** A folder that is seen through an overlay; if it cannot be written to, it has no upper folder. */
export type Lower = {
  readonly path: string;
  readonly isWritable: boolean;
  /** The real path of the folder, if it is seen at another path. */
  readonly source?: string;
};

/** A folder seen through an overlay, with its folders in the staging. */
export type ViewFolder = {
  readonly lower: string;
  /** The real path of the folder. */
  readonly source: string;
  /** The folder's name in the overlay's options: that of a link if its own name could be read as an option. */
  readonly alias: string;
  readonly merged: string;
  readonly above: { readonly upper: string; readonly work: string } | undefined;
};

export type ViewFolders = {
  readonly folder: string;
  readonly views: readonly ViewFolder[];
  /** A file that lists the overlays, for `mount -a`. */
  readonly mounts: string;
};

export function makeViewFolders(staging: Staging, lowers: readonly Lower[]): ViewFolders {
  const folder = staging.newFolder();
  const views = lowers.map((lower, at) => viewFolder(folder, lower, at));
  const mounts = join(folder, 'mounts');
  writeFileSync(mounts, views.map((view) => mountLine(view, staging.emptyFolder)).join(''));
  return { folder, views, mounts };
}

/** What cannot be removed is left for the next sweep. */
export function removeLater({ folder }: ViewFolders): void {
  setImmediate(() => void removeTree(folder).catch(() => {}));
}

/** The current time by the clock of the folder's file system, in nanoseconds. */
export function fileSystemTime(folder: string): bigint {
  const mark = join(folder, 'taken');
  writeFileSync(mark, '');
  return lstatSync(mark, { bigint: true }).ctimeNs;
}

const plain = /^[\w./-]+$/;

function viewFolder(folder: string, { path, isWritable, source = path }: Lower, at: number): ViewFolder {
  const named = (part: string): string => join(folder, `${part}-${at}`);
  const made = (part: string): string => {
    mkdirSync(named(part), { mode: 0o755 });
    return named(part);
  };
  const above = isWritable ? { upper: made('upper'), work: made('work') } : undefined;
  if (above) lookAlike(above.upper, source);
  const alias = plain.test(source) ? source : named('lower');
  if (alias !== source) symlinkSync(source, alias);
  return { lower: path, source, alias, merged: made('merged'), above };
}

/** Gives the upper folder the metadata of the lower one, since it is the top of the view. */
function lookAlike(upper: string, lower: string): void {
  const { mode, uid, gid } = lstatSync(lower);
  if (process.getuid?.() === 0) chownSync(upper, uid, gid);
  chmodSync(upper, mode & 0o7777);
}

/**
 * Volatile, because otherwise every command would have to wait at its end until everything written to that disk has been synced. An overlay without
 * an upper folder needs two lower ones.
 */
const mountLine = ({ alias, merged, above }: ViewFolder, empty: string): string =>
  above
    ? `overlay ${merged} overlay lowerdir=${alias},upperdir=${above.upper},workdir=${above.work},userxattr,volatile 0 0\n`
    : `overlay ${merged} overlay lowerdir=${alias}:${empty},userxattr 0 0\n`;
