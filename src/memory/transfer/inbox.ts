/** Files with memories that the holder of the store did not take in time. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { Megram } from '../../contracts/memory.ts';
import { listOf } from '../../contracts/shapes/shape.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { syncFolder } from '../../journal/sync-folder.ts';
import type { Keeper } from '../keeper.ts';

const Megrams = listOf(Megram);

const waitingEnding = '.json';
/** The ending of a file whose memories were refused. */
export const refusedEnding = '.refused';

const draftName = /^\.[0-9a-f-]{36}$/;
/** The age at which a draft counts as abandoned: writing one takes moments, so after a day its process is gone. */
const oldDraftMs = 86_400_000;

const inboxIn = (folder: string): string => join(folder, 'inbox');

/** Resolves when the memories are safe on disk. They go to the store later; writing them twice does no harm. If this fails, no file is left. */
export async function leaveInInbox(folder: string, megrams: readonly Megram[]): Promise<void> {
  const inbox = inboxIn(folder);
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const draft = join(inbox, `.${randomUUID()}`);
  try {
    await writeDraft(draft, JSON.stringify(megrams));
    await rename(draft, join(inbox, `${randomUUID()}${waitingEnding}`));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first error is the one that counts
    throw error;
  }
  await syncFolder(inbox);
}

async function writeDraft(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync(); // a full disk may not show until the bytes are written to it
}

/** How many files wait in the inbox, and how many were refused. */
export async function countInbox(folder: string): Promise<{ readonly waiting: number; readonly refused: number }> {
  const names = await namesIn(inboxIn(folder));
  const ending = (suffix: string) => names.filter((name) => name.endsWith(suffix)).length;
  return { waiting: ending(waitingEnding), refused: ending(refusedEnding) };
}

/** The inbox folder, if there is anything in it: refused, waiting, or left by a process that died. */
export async function inboxLeftovers(folder: string): Promise<string | undefined> {
  return (await namesIn(inboxIn(folder))).length > 0 ? inboxIn(folder) : undefined;
}

/**
 * Writes the waiting memories to the store. A file that is invalid or refused is set aside, with a notice; a file that cannot be read, or written to
 * the store, stays for now.
 */
export async function emptyInbox(folder: string, keeper: Pick<Keeper, 'write'>, onNotice: (text: string) => void): Promise<number> {
  const inbox = inboxIn(folder);
  const names = await namesIn(inbox);
  await removeOldDrafts(inbox, names);
  let written = 0;
  let unread: unknown;
  for (const name of names.filter((each) => each.endsWith(waitingEnding))) {
    const path = join(inbox, name);
    const text = await readFile(path, 'utf8').catch((error) => {
      if (errnoOf(error) !== 'ENOENT') unread ??= error;
    });
    if (text === undefined) continue; // another process was faster, or the file cannot be read, which must not hold up the others
    const megrams = Megrams.safeParse(parsedJson(text)).data;
    try {
      if (!megrams) throw new ArtooError('memory_refused', 'it is not a list of memories');
      written += (await keeper.write({ megrams })).written;
      await unlink(path).catch(unlessGone);
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'memory_refused') throw error;
      const aside = `${path}${refusedEnding}`;
      await rename(path, aside).catch(unlessGone);
      onNotice(`memories from the inbox were refused (${error.message}); they were moved to ${aside}`);
    }
  }
  if (unread !== undefined) throw unread;
  return written;
}

/** The names of the files in the inbox; none if there is no inbox. */
const namesIn = (inbox: string): Promise<readonly string[]> => readdir(inbox).catch(() => []);

/** Removes drafts left by processes that died; a resumed task leaves the same memories again. */
async function removeOldDrafts(inbox: string, names: readonly string[]): Promise<void> {
  for (const path of names.filter((name) => draftName.test(name)).map((name) => join(inbox, name))) {
    const isOld = await lstat(path)
      .then(({ mtimeMs }) => mtimeMs < Date.now() - oldDraftMs)
      .catch(() => false);
    if (isOld) await unlink(path).catch(() => {}); // a failure must not hold up the others
  }
}

function unlessGone(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
