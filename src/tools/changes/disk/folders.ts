/** Where the store keeps what it keeps, for nobody but its owner. */
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../../contracts/errno.ts';
import { ArtooError } from '../../../contracts/errors.ts';

export type Folders = {
  readonly data: string;
  /** Receipts whose changes are under way. */
  readonly applying: string;
  /** Receipts that count, by task. */
  readonly undo: string;
  /** What could not be put back. */
  readonly kept: string;
  /** New content on its way to a change. */
  readonly drafts: string;
  /** Receipts that count no more and are being removed. */
  readonly forgotten: string;
};

export const foldersIn = (data: string): Folders => ({
  data,
  applying: join(data, 'applying'),
  undo: join(data, 'undo'),
  kept: join(data, 'kept'),
  drafts: join(data, 'drafts'),
  forgotten: join(data, 'forgotten'),
});

/** Makes a folder with those above it, one by one: a recursive call never returns where folders vanish as they are made. */
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

/** What is in a folder, in the order of names; nothing in one that is not there. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}
