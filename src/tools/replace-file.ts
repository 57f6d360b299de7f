/** Gives a regular file new content in one step, with its mode and owner kept. Whoever reads it sees all of the old or all of the new. */
import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, renameSync } from 'node:fs';
import { access, chmod, chown, constants, lstat, open, rm } from 'node:fs/promises';
import { writeDraft } from './draft.ts';
import { errnoOf } from './errno.ts';

const chunkBytes = 64 * 1024;

export type Replacement = {
  /** Where the file is, without symlinks. */
  readonly path: string;
  /** SHA-256 of the content that is to be replaced, and of no other. */
  readonly before: string;
  readonly content: string;
  readonly call: string;
  readonly signal: AbortSignal;
};

/** Replaces the file, unless it is no longer what it was. Throws system errors, with the old file whole. */
export async function replaceFile({ path, before, content, call, signal }: Replacement): Promise<'replaced' | 'changed meanwhile'> {
  await access(path, constants.W_OK); // a rename would pass over a file that may not be written to
  const draft = await writeDraft(path, content, { call, mode: 0o600, signal }); // what it replaces may be a secret
  let done = false;
  try {
    done = await takePlace(draft, path, before, signal);
    return done ? 'replaced' : 'changed meanwhile';
  } finally {
    if (!done) await rm(draft, { force: true }); // once moved, the name may be that of another call's draft
  }
}

/** Moves the draft over the file if that still is what it was. */
async function takePlace(draft: string, path: string, before: string, signal: AbortSignal): Promise<boolean> {
  const now = await fingerprint(path, signal).catch(ifGone);
  if (now?.hash !== before) return false;
  await keepOwner(draft, now.stats);
  await chmod(draft, Number(now.stats.mode & 0o7777n));
  // Without a wait in between, so that no other call of this process gets there. Another program still can: no system call compares and renames.
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found || !isSame(found, now.stats)) return false;
  renameSync(draft, path);
  return true;
}

/** What a file contains, as a hash, and what the system says of it. Neither follows a symlink nor waits for a pipe. */
export async function fingerprint(path: string, signal: AbortSignal): Promise<{ hash: string; stats: BigIntStats }> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stats = await file.stat({ bigint: true }); // before it is read: what is written to it from now on shows
  const digest = createHash('sha256');
  const chunk = Buffer.alloc(chunkBytes);
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, chunkBytes);
    if (bytesRead === 0) return { hash: digest.digest('hex'), stats };
    digest.update(chunk.subarray(0, bytesRead));
  }
}

function ifGone(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}

/** As far as we may: only root can give a file away. */
async function keepOwner(draft: string, { uid, gid }: BigIntStats): Promise<void> {
  const mine = await lstat(draft, { bigint: true });
  if (mine.uid === uid && mine.gid === gid) return; // some file systems know no owners and refuse even this
  await chown(draft, Number(uid), Number(gid)).catch((error) => {
    if (errnoOf(error) !== 'EPERM') throw error;
  });
}

const isSame = (a: BigIntStats, b: BigIntStats): boolean =>
  (['dev', 'ino', 'mode', 'size', 'mtimeNs', 'ctimeNs'] as const).every((part) => a[part] === b[part]);
