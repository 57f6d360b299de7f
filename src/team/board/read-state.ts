/** Reads the file of the board again and again into the same memory, because releasing and allocating 800 kB takes longer than reading them. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

/**
 * Creates a function that returns the content of the file; the next call overwrites the bytes. Throws `board_invalid` if the file cannot be read, or is gone while its journal exists (some editors remove a file before they write it again), and
 * `board_missing` if both are gone.
 */
export function createStateReader(folder: string): () => Buffer {
  const path = join(folder, 'state.yaml');
  let memory: Buffer = Buffer.alloc(0);
  return () => {
    try {
      const fd = openSync(path, 'r');
      try {
        let length = 0;
        for (;;) {
          if (length === memory.length) memory = grown(memory, fstatSync(fd).size);
          const read = readSync(fd, memory, length, memory.length - length, null);
          if (read === 0) return memory.subarray(0, length);
          length += read;
        }
      } finally {
        closeSync(fd);
      }
    } catch (cause) {
      if (errnoOf(cause) !== 'ENOENT') throw new ArtooError('board_invalid', `cannot read ${path}`, { cause });
      if (isJournaled(folder)) throw new ArtooError('board_invalid', goneText(path), { cause });
      throw new ArtooError('board_missing', `there is no board in ${folder} any more`, { cause });
    }
  };
}

/** Whether there was a board here: its journal exists, or an archived part of it. */
export const isJournaled = (folder: string): boolean => ['journal.jsonl', 'archive'].some((name) => existsSync(join(folder, name)));

/** The error if only the journal is left. */
export const goneText = (path: string): string => `${path} no longer exists, but its journal does`;

/** A buffer for a file of this size, with some room to spare, starting with what has already been read. */
function grown(memory: Buffer, size: number): Buffer {
  const larger = Buffer.alloc(Math.max(size, memory.length) + spareBytes);
  memory.copy(larger);
  return larger;
}

const spareBytes = 65_536;
