/** New content on its way to a change: outside of everything that is looked at, and gone when it is not needed any more. */
import { randomUUID } from 'node:crypto';
import { constants, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Folders, makeFolder, namesIn } from './disk/folders.ts';
import { statsAt } from './disk/stamp.ts';

export type Draft = AsyncDisposable & { readonly path: string };

/** Writes content whole and to the disk, with the mode that a new file gets. Throws system errors, and the signal's reason. */
export async function writeDraft({ drafts }: Folders, content: string, signal: AbortSignal): Promise<Draft> {
  makeFolder(drafts);
  const path = join(drafts, randomUUID());
  const remove = () => rm(path, { force: true });
  try {
    await using file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666);
    await file.writeFile(content, { signal });
    await file.sync(); // a full disk may only show when the bytes have to go there
    signal.throwIfAborted();
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}

/** No call takes nearly as long as this. */
const longestMs = 60 * 60 * 1000;

/** Removes what dead processes left. */
export async function sweepDrafts({ drafts }: Folders, now = Date.now()): Promise<void> {
  for (const name of namesIn(drafts)) {
    const path = join(drafts, name);
    if (now - Number(statsAt(path)?.mtimeMs ?? now) > longestMs) await rm(path, { recursive: true, force: true });
  }
}
