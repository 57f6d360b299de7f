/** Writes all bytes. On a disk that is nearly full, the system silently writes only a part; writing the rest then fails. */
import { writeSync } from 'node:fs';

export function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
