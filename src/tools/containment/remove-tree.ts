/** Removes a folder with all its contents: of any depth, with any names, even if a command has made them inaccessible to their owner. */
import { randomUUID } from 'node:crypto';
import { chmodSync, type Dirent, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { errnoOf } from '../../contracts/errno.ts';
import { createYielder } from '../changes/disk/yielder.ts';

/**
 * Uses Node's own asynchronous removal as far as possible; this fails at closed folders, long paths and names that are not UTF-8. Throws system
 * errors.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    const yieldIfDue = createYielder();
    for (const _ of removal(path)) await yieldIfDue();
  }
}

/** A synchronous version for exit handlers, which cannot wait. */
export function removeTreeNow(path: string): void {
  for (const _ of removal(path));
}

/**
 * Subfolders are moved to the top before their content is read, so that no path gets longer than two names below the root: the full path
 * of a deep tree would be too long for the system. Names are bytes. Does nothing if the folder does not exist.
 */
function* removal(root: string): Generator<undefined> {
  const moved = randomUUID();
  let count = 0;
  for (let inside = openedIn(Buffer.from(root)); inside.length > 0; inside = openedIn(Buffer.from(root))) {
    for (const entry of inside) {
      const path = below(root, entry.name);
      if (entry.isDirectory()) {
        for (const inner of openedIn(path)) {
          yield;
          if (!inner.isDirectory()) ifThere(() => unlinkSync(below(path, inner.name)));
          else {
            count += 1;
            const deeper = below(path, inner.name);
            ifThere(() => chmodSync(deeper, 0o700)); // a folder to which its owner cannot write cannot be moved
            ifThere(() => renameSync(deeper, `${root}/${moved}-${count}`));
          }
        }
        ifThere(() => rmdirSync(path));
      } else ifThere(() => unlinkSync(path));
      yield;
    }
  }
  ifThere(() => rmdirSync(root));
}

/** The content of a folder, which is first made accessible to its owner: the kernel makes some folders inaccessible, and commands may do so too. */
const openedIn = (folder: Buffer): readonly Dirent<Buffer>[] =>
  ifThere(() => {
    chmodSync(folder, 0o700);
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  }) ?? [];

const below = (folder: string | Buffer, name: Buffer): Buffer => Buffer.concat([Buffer.from(folder), slash, name]);

const slash = Buffer.from('/');

/** Another process may be removing the same folder. */
function ifThere<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}
