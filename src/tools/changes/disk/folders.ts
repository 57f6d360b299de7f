/** The folders of the change store, readable only by their owner. */
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { ArtooError } from '../../../contracts/errors.ts';

export type Folders = Readonly<ReturnType<typeof foldersIn>>;

export const foldersIn = (data: string) => ({
  data,
  /** Receipts whose changes are being applied. */
  applying: join(data, 'applying'),
  /** Receipts in effect, by task. */
  undo: join(data, 'undo'),
  /** Which cancelled task each task continues. */
  continued: join(data, 'continued'),
  /** Content that could not be restored. */
  kept: join(data, 'kept'),
  /** New content for changes. */
  drafts: join(data, 'drafts'),
  /** Receipts that are being deleted. */
  forgotten: join(data, 'forgotten'),
});

/** Creates a folder and its parents one by one: Node's recursive call never returns if folders disappear in the meantime. */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write to ${path}`, { cause });
  }
}

function makeMissing(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return;
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeMissing(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** The sorted names in a folder; empty if the folder does not exist. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
