/**
 * Writes an update of the board: its entry in the journal first, then the new board in place of the old one. Both are synced at the same time, which
 * takes as long as one of them, and before the new board takes its place.
 */
import { closeSync, fdatasync, fsync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { beginEntry, type TeamEntry, type TeamLine } from '../journal.ts';
import { notWritten, placeDraft, writeDraft } from './replace-file.ts';

type Files = { readonly state: string; readonly journal: string };
type Written = {
  readonly entry: TeamEntry;
  readonly bytes: Buffer;
  /** Called once the entry is on disk, before the board is in its place. */
  readonly beforePlaced: () => void;
};

/**
 * Resolves when the board is in its place; `syncFolder` then brings that to disk. Rejects with `board_unwritable`; then the old board is as it was.
 */
export async function writeUpdate({ state, journal }: Files, { entry, bytes, beforePlaced }: Written, now: Date): Promise<TeamLine> {
  const { line, fd } = beginEntry(journal, entry, now);
  try {
    const draft = writeDraft(state, bytes);
    try {
      await allDone([promisify(fdatasync)(fd), promisify(fsync)(draft)]);
    } finally {
      closeSync(draft);
    }
    beforePlaced();
    placeDraft(state);
    return line;
  } catch (cause) {
    throw notWritten(state, cause);
  } finally {
    closeSync(fd);
  }
}

/** Brings to disk what changed in this file's folder. */
export async function syncFolder(path: string): Promise<void> {
  const fd = openSync(dirname(path), 'r');
  try {
    await promisify(fsync)(fd);
  } finally {
    closeSync(fd);
  }
}

/** Rejects only when all are over, because their files are closed then. */
async function allDone(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
