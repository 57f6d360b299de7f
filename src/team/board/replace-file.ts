/** Writes a file of the team: a new one in place of the old one, on disk before it is there, so that a reader finds one or the other, whole. */
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { writeWhole } from './write-whole.ts';

/** Of the whole text of a board: it names the board in the journal. */
export const hashOf = (text: string | Buffer): string => hash('sha256', text, 'hex');

/** A name of its own for each process: two that die at once leave two drafts. */
const draftOf = (path: string): string => `${path}.${process.pid}.draft`;

/** Throws `board_unwritable`; then the old file is as it was. */
export function replaceFile(path: string, content: string): void {
  try {
    syncAndClose(writeDraft(path, Buffer.from(content)));
    placeDraft(path);
  } catch (cause) {
    throw notWritten(path, cause);
  }
  syncFolderOf(path);
}

/** The file that is to take the place of this one, written and open. */
export function writeDraft(path: string, bytes: Buffer): number {
  const fd = openSync(draftOf(path), 'w', 0o644);
  try {
    writeWhole(fd, bytes);
    return fd;
  } catch (cause) {
    closeSync(fd);
    throw cause;
  }
}

export const placeDraft = (path: string): void => renameSync(draftOf(path), path);

/** What is said where a step failed. The draft is gone. */
export function notWritten(path: string, cause: unknown): ArtooError {
  rmSync(draftOf(path), { force: true });
  return cause instanceof ArtooError ? cause : new ArtooError('board_unwritable', `cannot write ${path}`, { cause });
}

/** A new name is safe once its folder is. */
export const syncFolderOf = (path: string): void => syncAndClose(openSync(dirname(path), 'r'));

function syncAndClose(fd: number): void {
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
