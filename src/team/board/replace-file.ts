/** Writes the board's file: a new one in place of the old one, so that a reader finds one or the other, whole. */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../../contracts/errors.ts';

/** Of the whole text of a board: it names the board in the journal. */
export const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** A name of its own for each process: two that die at once leave two drafts. */
const draftOf = (path: string): string => `${path}.${process.pid}.draft`;

export function replaceFile(path: string, content: string | Buffer): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const draft = draftOf(path);
  try {
    const fd = openSync(draft, 'w', 0o644);
    try {
      writeSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw new ArtooError('board_unwritable', `cannot write ${path}`, { cause });
  }
  syncFolder(path);
}

function syncFolder(path: string): void {
  const fd = openSync(join(path, '..'), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
