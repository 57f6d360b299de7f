/** All that is needed to make the changes of one receipt real, or to take them back. */
import type { BigIntStats } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import type { Anchors } from '../disk/anchors.ts';
import type { Disk } from '../disk/disk.ts';
import { entryFrom, hasContentOf } from '../disk/entry-at.ts';
import { hashIfReadable } from '../disk/hash-of.ts';
import { isStill, look } from '../disk/stamp.ts';
import type { Numbered, Side } from './ordered-change.ts';

export type Job = {
  readonly id: string;
  /** Where the receipt lies, with its before-images. */
  readonly folder: string;
  readonly changes: readonly Numbered[];
  /** Folders that had to be made writable, with the mode they had. */
  readonly opened: readonly [path: string, mode: number][];
  /** Whether new contents come from an overlay, which notes things on files for itself. */
  readonly isStaged: boolean;
  readonly disk: Disk;
  readonly anchors: Anchors;
};

/** Where the content of a file lies while it is not in its place: what was, in the receipt; what comes, where it came from. Nothing else has any. */
export function storeOf({ folder }: Job, change: Numbered, side: Side): string | undefined {
  if (change[side]?.kind !== 'file') return undefined;
  return side === 'before' ? join(folder, 'before', String(change.n)) : change.from;
}

/** How system calls name a path; nothing when the way there is no way of folders (any more). Throws other system errors. */
export function placeOf({ anchors }: Pick<Job, 'anchors'>, path: string): string | undefined {
  try {
    return anchors.at(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Where content is put together before it takes its place, when it comes from another file system. */
export const draftPath = ({ id }: Job, { path, n }: Numbered): string => join(dirname(path), `.artoo-${id}-${n}`);

/** Removes what a killed process may have left of it. */
export function removeDraft(job: Job, change: Numbered): boolean {
  const draft = placeOf(job, draftPath(job, change));
  if (draft !== undefined && look(draft)) job.disk.unlink(draft);
  return true;
}

/** What stands at a place, if that is what the change says for that side. The mode of a folder may be under way. */
export async function foundAt(place: string, change: Numbered, side: Side): Promise<BigIntStats | undefined> {
  const expected = change[side];
  const stats = look(place);
  if (!stats || !expected) return undefined;
  if (side === 'before' && isStill(stats, change.stamp)) return stats;
  const now = entryFrom(stats, place, '');
  if (now === 'other' || now.kind !== expected.kind) return undefined;
  if (now.kind === 'link' && expected.kind === 'link') return now.target === expected.target ? stats : undefined;
  if (now.kind !== 'file' || expected.kind !== 'file') return stats;
  if (now.mode !== expected.mode || now.size !== expected.size) return undefined;
  return hasContentOf(expected.hash === '' ? now : { ...now, hash: await hashIfReadable(place) }, expected) ? stats : undefined;
}
