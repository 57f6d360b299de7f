/** Where memories wait that whoever holds the store did not take in time: in files, on disk, until somebody does. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import { Megram } from '../contracts/memory.ts';
import { listOf } from '../contracts/shape.ts';
import { syncFolder } from '../journal/sync-folder.ts';
import type { Keeper } from './keeper.ts';

const Letter = listOf(Megram);

/** Resolves when they are safe on disk. They are written later, under the ids that they have; twice does no harm. */
export async function leave(folder: string, megrams: readonly Megram[]): Promise<void> {
  const inbox = join(folder, 'inbox');
  await mkdir(inbox, { recursive: true, mode: 0o700 });
  const draft = join(inbox, `.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(megrams));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(inbox, `${randomUUID()}.json`));
  await syncFolder(inbox);
}

/** Hands over what waits. A letter that is none, or is refused, is set aside, and told; one that cannot be read or handed over now stays. */
export async function collect(folder: string, keeper: Pick<Keeper, 'write'>, onNotice: (text: string) => void): Promise<number> {
  const inbox = join(folder, 'inbox');
  let written = 0;
  for (const name of (await readdir(inbox).catch(() => [])).filter((each) => each.endsWith('.json'))) {
    const path = join(inbox, name);
    const text = await readFile(path, 'utf8').catch(unlessGone);
    if (text === undefined) continue; // another process was faster
    const letter = read(text);
    try {
      if (!letter) throw new ArtooError('memory_refused', 'it is no list of memories');
      written += (await keeper.write({ megrams: letter })).written;
      await unlink(path).catch(unlessGone);
    } catch (error) {
      if (!(error instanceof ArtooError) || error.code !== 'memory_refused') throw error;
      await rename(path, `${path}.refused`).catch(unlessGone);
      onNotice(`memories that waited cannot be taken (${error.message}); they are set aside in ${path}.refused`);
    }
  }
  return written;
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function read(text: string): z.infer<typeof Letter> | undefined {
  try {
    return Letter.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
