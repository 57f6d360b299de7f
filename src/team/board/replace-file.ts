/** Writes a file of the team: a new one in place of the old one, on disk before it is there, so that a reader finds one or the other, whole. */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';

/** Of the whole text of a board: it names the board in the journal. */
export const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** A name of its own for each process: two that die at once leave two drafts. */
const draftOf = (path: string): string => `${path}.${process.pid}.draft`;

/** Throws `board_unwritable`; then the old file is as it was. */
export function replaceFile(path: string, content: string | Buffer): void {
  const draft = draftOf(path);
  try {
    const fd = openSync(draft, 'w', 0o644);
    try {
      writeFileSync(fd, content); // all of it: a single write may stop in the middle where the disk is nearly full
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new ArtooError('board_unwritable', `cannot write ${path}`, { cause });
  }
  syncFolderOf(path);
}

/** A new name is safe once its folder is. */
export function syncFolderOf(path: string): void {
  const fd = openSync(dirname(path), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
