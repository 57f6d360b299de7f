/** The end of a journal, found from behind: however long it is, only its last line is read. */
import { fstatSync, readSync } from 'node:fs';

/** How many bytes hold whole lines, and the last of them; what follows is torn. */
export type LastLine = { readonly whole: number; readonly line: Buffer };

export function lastLine(fd: number): LastLine {
  const { size } = fstatSync(fd);
  for (let length = 1 << 14; ; length *= 8) {
    const from = Math.max(0, size - length);
    const bytes = readAt(fd, from, size - from);
    const end = bytes.lastIndexOf(10);
    const before = end > 0 ? bytes.lastIndexOf(10, end - 1) : -1;
    if (from === 0 || before !== -1) return { whole: from + end + 1, line: bytes.subarray(before + 1, Math.max(end, 0)) };
  }
}

function readAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (;;) {
    const got = readSync(fd, bytes, filled, length - filled, from + filled);
    filled += got;
    if (got === 0 || filled === length) return bytes.subarray(0, filled);
  }
}
