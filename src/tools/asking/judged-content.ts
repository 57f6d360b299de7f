/** The content of a change as it is judged and later applied: bytes with exactly its hash. The file may have changed in the meantime. */
import { constants, readFileSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import type { Change } from '../changes/change.ts';
import { hashOf, hashOfBytes } from '../changes/disk/hash-of.ts';

const asPlainFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The new content of the file; undefined if it is longer than `maxBytes`, cannot be read, or is not what was judged. */
export async function judgedContent({ after, from }: Change, maxBytes: number): Promise<Buffer | undefined> {
  if (from === undefined || after?.kind !== 'file' || after.size > maxBytes) return undefined;
  const content = await bytesAt(from, after.size);
  return content !== undefined && isJudged(content, after.hash) ? content : undefined;
}

/** Like `judgedContent`, but synchronous. */
export function judgedContentNow({ after, from }: Change, maxBytes: number): Buffer | undefined {
  if (from === undefined || after?.kind !== 'file' || after.size > maxBytes) return undefined;
  try {
    const content = readFileSync(from, { flag: asPlainFile });
    return isJudged(content, after.hash) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Old content has no hash, because it is not applied. */
const isJudged = (content: Buffer, hash: string): boolean => hash === '' || hashOfBytes(content) === hash;

/** The current content of the file. When the change is applied, the stamp shows whether the file has changed in the meantime. */
export async function contentBefore({ path, before }: Change, maxBytes: number): Promise<Buffer | undefined> {
  return before?.kind !== 'file' || before.size > maxBytes ? undefined : bytesAt(path, before.size);
}

/** Copies the file's future content to a place that commands cannot find. False if the content is not what was judged. */
export async function copyJudged({ after, from }: Change, to: string): Promise<boolean> {
  if (from === undefined || after?.kind !== 'file') return false;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  return (await hashOf(to)) === after.hash;
}

/** The bytes of a file; undefined if it cannot be read, or its size has changed. */
async function bytesAt(path: string, bytes: number): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, asPlainFile);
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return bytesRead === bytes ? buffer : undefined;
  } catch {
    return undefined;
  }
}
