/** Reads the file of the board again and again into the same memory, because releasing and allocating 800 kB takes longer than reading them. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

/** Returns the file's content; the next call overwrites the bytes. Throws `board_missing` if there is none, `board_invalid` if it cannot be read. */
export function createStateReader(path: string): () => Buffer {
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
      throw new ArtooError(errnoOf(cause) === 'ENOENT' ? 'board_missing' : 'board_invalid', `cannot read ${path}`, { cause });
    }
  };
}

/** Memory for a file of this size with some to spare, starting with what was already read. */
function grown(memory: Buffer, size: number): Buffer {
  const larger = Buffer.alloc(Math.max(size, memory.length) + spareBytes);
  memory.copy(larger);
  return larger;
}

const spareBytes = 65_536;
