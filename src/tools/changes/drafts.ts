/** Files with new content for a change, outside all folders that tools see, and removed after use. */
import { randomUUID } from 'node:crypto';
import { constants, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folders, makeFolder, namesIn } from './disk/folders.ts';
import { statsAt } from './disk/stamp.ts';

export type Draft = AsyncDisposable & { readonly path: string };

/** Writes and syncs the content, with the mode of a new file. Throws system errors, and the signal's reason. */
export async function writeDraft({ drafts }: Folders, content: string, signal: AbortSignal): Promise<Draft> {
  makeFolder(drafts);
  const path = join(drafts, randomUUID());
  const remove = () => rm(path, { force: true });
  try {
    await using file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666);
    await file.writeFile(content, { signal });
    await file.sync(); // a full disk may be reported only when the bytes are written to it
    signal.throwIfAborted();
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}

/** The age at which a draft is removed: longer than any call takes. */
const maxAgeMs = 60 * 60 * 1000;

/** Removes the drafts left by dead processes. Their age is measured by the clock of the file system, which may be on another machine. */
export async function sweepDrafts({ drafts }: Folders): Promise<void> {
  const names = namesIn(drafts);
  const now = names.length === 0 ? 0 : await timeIn(drafts);
  for (const name of names) {
    const path = join(drafts, name);
    if (now - Number(statsAt(path)?.mtimeMs ?? now) > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
}

async function timeIn(folder: string): Promise<number> {
  const path = join(folder, randomUUID());
  await using file = await open(path, 'wx').catch(() => undefined); // if nothing can be written, no live call has a draft
  await rm(path, { force: true });
  return (await file?.stat())?.mtimeMs ?? Date.now();
}
