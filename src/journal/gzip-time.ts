/** When the task of a compressed journal ended, without unpacking the journal: stored in gzip's own time field. */
import { open } from 'node:fs/promises';

/** The offset of MTIME: four bytes, seconds since 1970, little-endian (RFC 1952). */
const place = 4;
const headBytes = 10;
const maxSeconds = 0xffff_ffff;

/** The bytes and their offset. Rounded up, so that nothing seems older than it is. */
export function gzipTime(ended: number): { readonly bytes: Buffer; readonly place: number } {
  const bytes = Buffer.alloc(4);
  const seconds = Math.ceil(ended / 1000);
  if (seconds > 0 && seconds <= maxSeconds) bytes.writeUInt32LE(seconds);
  return { bytes, place };
}

/** Undefined if another program compressed the file, since its time field means something else. Throws system errors. */
export async function readGzipTime(path: string): Promise<number | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const isOurs = bytesRead === headBytes && buffer.readUInt32BE(0) === 0x1f8b_0800; // the last byte: no file name follows
  const seconds = isOurs ? buffer.readUInt32LE(place) : 0;
  return seconds === 0 ? undefined : seconds * 1000;
}
