/**
 * Writes an update of the board: its entry in the journal first, then the new board in place of the old one. Both are synced at the same time, which
 * takes as long as syncing one, and before the new board replaces the old one.
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
 * Resolves when the board is in its place; `syncFolder` then makes that durable. Rejects with `board_unwritable`, in which case the old board stays
 * as it was.
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

/** Makes changes in this file's folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const fd = openSync(dirname(path), 'r');
  try {
    await promisify(fsync)(fd);
  } finally {
    closeSync(fd);
  }
}

/** Waits for all writes; rejects only when all have settled, because their files are closed after that. */
async function allDone(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
