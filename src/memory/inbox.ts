/** Where memories wait that whoever holds the store did not take in time: in files, on disk, until somebody does. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
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

/** Hands over what waits. A letter that cannot be read is set aside, and told; one that cannot be handed over stays. */
export async function collect(folder: string, keeper: Pick<Keeper, 'write'>, onNotice: (text: string) => void): Promise<number> {
  const inbox = join(folder, 'inbox');
  let written = 0;
  for (const name of (await readdir(inbox).catch(() => [])).filter((each) => each.endsWith('.json'))) {
    const path = join(inbox, name);
    const letter = read(await readFile(path, 'utf8').catch(() => '[]')); // another process was faster
    if (!letter) {
      await rename(path, `${path}.unreadable`);
      onNotice(`memories that waited could not be read; they are set aside in ${path}.unreadable`);
      continue;
    }
    if (letter.length > 0) written += (await keeper.write({ megrams: letter })).written;
    await unlink(path).catch(() => {}); // the same
  }
  return written;
}

function read(text: string): z.infer<typeof Letter> | undefined {
  try {
    return Letter.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
