/** Writes a file whole or not at all, and never over another. */
import { randomUUID } from 'node:crypto';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

/** Throws `usage` if the path exists, and `record_unwritable` if that cannot be determined. */
export async function mustBeNew(path: string): Promise<void> {
  try {
    await lstat(path);
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return;
    throw unwritable(path, cause);
  }
  throw thereAlready(path);
}

const thereAlready = (path: string, cause?: unknown): ArtooError =>
  new ArtooError('usage', `${path} already exists and is not overwritten; name another file`, { cause });

/** Readable by its owner only. Other processes see no file, or all of it. */
export async function writeNew(path: string, text: string | AsyncIterable<string>): Promise<void> {
  const draft = join(dirname(path), `.artoo-${randomUUID()}`);
  try {
    await using file = await open(draft, 'wx', 0o600);
    await file.writeFile(text);
    await file.sync();
    await place(draft, path);
  } catch (cause) {
    throw cause instanceof ArtooError ? cause : unwritable(path, cause);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The errors of file systems without hard links, such as on a USB stick. */
const withoutLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'ENOSYS'];

/** With a hard link: unlike a rename, it never replaces a file. */
async function place(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') throw thereAlready(path, cause);
    if (!withoutLinks.includes(errnoOf(cause))) throw cause;
    await mustBeNew(path);
    await rename(draft, path);
  }
}

const unwritable = (path: string, cause: unknown): ArtooError =>
  new ArtooError('record_unwritable', `cannot write ${path}: ${errnoOf(cause) ?? cause}`, { cause });
