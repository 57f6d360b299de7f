/** The content of a file to be, written whole beside its place, so that no half of it is ever seen there. */
import { hash, randomUUID } from 'node:crypto';
import { constants, type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from './errno.ts';

export type DraftOptions = {
  /** Says which call the draft belongs to, so that one left by a killed process is found. */
  readonly call: string;
  readonly mode: number;
  readonly signal: AbortSignal;
};

/** Writes a draft for the file at `path`, which has no symlinks, and tells where it is. Whoever asked for it moves or removes it. */
export async function writeDraft(path: string, content: string, { call, mode, signal }: DraftOptions): Promise<string> {
  const { draft, file: opened } = await openDraft(draftOf(path, call), mode);
  try {
    await using file = opened;
    await file.writeFile(content, { signal });
    await file.sync(); // a full disk may only show when the bytes have to go there
    signal.throwIfAborted();
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes what a killed process may have left half done. */
export const removeDraft = (path: string, call: string): Promise<void> => rm(draftOf(path, call), { force: true });

/** A second call of the same kind at the same time takes another name. */
async function openDraft(usual: string, mode: number): Promise<{ draft: string; file: FileHandle }> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const openNew = async (draft: string) => ({ draft, file: await open(draft, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, mode) });
  return openNew(usual).catch((error) => {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return openNew(`${usual}-${randomUUID()}`);
  });
}

const draftOf = (path: string, call: string): string => join(dirname(path), `.artoo-${hash('sha256', `${path}\0${call}`).slice(0, 32)}`);
