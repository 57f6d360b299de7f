/** Where memories wait that whoever holds the store did not take in time: in files, on disk, until somebody does. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { Megram } from '../../contracts/memory.ts';
import { parsedJson } from '../../contracts/parsed-json.ts';
import { listOf } from '../../contracts/shape.ts';
import { syncFolder } from '../../journal/sync-folder.ts';
import type { Keeper } from '../keeper.ts';

const Letter = listOf(Megram);

const letterEnding = '.json';
/** What is put behind the name of a letter when it is set aside. */
export const refusedEnding = '.refused';

const draftName = /^\.[0-9a-f-]{36}$/;
/** A draft is written within moments: whoever has not done so after a day is no longer there. */
const oldDraftMs = 86_400_000;

const inboxIn = (folder: string): string => join(folder, 'inbox');

/** Resolves when they are safe on disk. They are written later, under the ids that they have; twice does no harm. What cannot be written leaves nothing. */
export async function leave(folder: string, megrams: readonly Megram[]): Promise<void> {
  const inbox = inboxIn(folder);
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const draft = join(inbox, `.${randomUUID()}`);
  try {
    await writeDraft(draft, JSON.stringify(megrams));
    await rename(draft, join(inbox, `${randomUUID()}${letterEnding}`));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first reason counts
    throw error;
  }
  await syncFolder(inbox);
}

async function writeDraft(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync(); // a full disk may only show when the bytes have to go there
}

/** How many letters wait, and how many were set aside as they were refused. */
export async function countLetters(folder: string): Promise<{ readonly waiting: number; readonly refused: number }> {
  const names = await namesIn(inboxIn(folder));
  const ending = (suffix: string) => names.filter((name) => name.endsWith(suffix)).length;
  return { waiting: ending(letterEnding), refused: ending(refusedEnding) };
}

/** Where something lies that was not taken, if anything does: set aside, or left by somebody who died over it. */
export async function lettersAside(folder: string): Promise<string | undefined> {
  return (await namesIn(inboxIn(folder))).length > 0 ? inboxIn(folder) : undefined;
}

/** Hands over what waits. A letter that is none, or is refused, is set aside, and told; one that cannot be read or handed over now stays. */
export async function collect(folder: string, keeper: Pick<Keeper, 'write'>, onNotice: (text: string) => void): Promise<number> {
  const inbox = inboxIn(folder);
  const names = await namesIn(inbox);
  await removeOldDrafts(inbox, names);
  let written = 0;
  let unread: unknown;
  for (const name of names.filter((each) => each.endsWith(letterEnding))) {
    const path = join(inbox, name);
    const text = await readFile(path, 'utf8').catch((error) => {
      if (errnoOf(error) !== 'ENOENT') unread ??= error;
    });
    if (text === undefined) continue; // another process was faster, or it cannot be read: the others do not wait for it
    const letter = Letter.safeParse(parsedJson(text)).data;
    try {
      if (!letter) throw new ArtooError('memory_refused', 'it is no list of memories');
      written += (await keeper.write({ megrams: letter })).written;
      await unlink(path).catch(unlessGone);
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'memory_refused') throw error;
      const aside = `${path}${refusedEnding}`;
      await rename(path, aside).catch(unlessGone);
      onNotice(`memories that waited cannot be taken (${error.message}); they are set aside in ${aside}`);
    }
  }
  if (unread !== undefined) throw unread;
  return written;
}

/** Nothing where nothing ever had to wait. */
const namesIn = (inbox: string): Promise<readonly string[]> => readdir(inbox).catch(() => []);

/** Of processes that died: what they had to leave, the task that is resumed leaves again. One that is still written to is young. */
async function removeOldDrafts(inbox: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((each) => draftName.test(each))) await removeIfOld(join(inbox, name)).catch(() => {}); // letters do not wait for it
}

async function removeIfOld(path: string): Promise<void> {
  if ((await lstat(path)).mtimeMs < Date.now() - oldDraftMs) await unlink(path);
}

function unlessGone(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
