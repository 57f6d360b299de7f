/** Replaces a file of the team: the new file is on disk before it replaces the old one, so that a reader always finds one of them, complete. */
import { hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';
import { unwritable } from './unwritable.ts';
import { writeWhole } from './write-whole.ts';

/** The hash of the whole text of a board, which identifies it in the journal. */
export const hashOf = (text: string | Buffer): string => hash('sha256', text, 'hex');

/** The name of a draft, different for each process, so that two processes that die at the same time leave two drafts. */
const draftOf = (path: string): string => `${path}.${process.pid}.draft`;

/** Throws `board_unwritable`, in which case the old file stays as it was. */
export function replaceFile(path: string, content: string): void {
  try {
    syncAndClose(writeDraft(path, Buffer.from(content)));
    placeDraft(path);
  } catch (cause) {
    throw notWritten(path, cause);
  }
  syncFolderOf(path);
}

/** The draft that will replace this file, written and still open. */
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

/** The error for a step that failed; removes the draft. */
export function notWritten(path: string, cause: unknown): ArtooError {
  rmSync(draftOf(path), { force: true });
  return cause instanceof ArtooError ? cause : unwritable(path, cause);
}

/** Syncs the folder of a file, which makes its new name safe. */
export const syncFolderOf = (path: string): void => syncAndClose(openSync(dirname(path), 'r'));

function syncAndClose(fd: number): void {
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
