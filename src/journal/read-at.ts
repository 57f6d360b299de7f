/** Up to `length` bytes of a file from a position, fewer at the end of the file. Throws system errors. */
import { readSync } from 'node:fs';

export function readAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  for (;;) {
    const read = readSync(fd, bytes, filled, length - filled, from + filled);
    filled += read;
    if (read === 0 || filled === length) return bytes.subarray(0, filled);
  }
}
