/** Where a file that a tool is about to write really is, and what is in that place now. */
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { failed, type ToolResult } from '../tool.ts';

export type Place = {
  /** The requested path, absolute. */
  readonly asked: string;
  /** The path without symlinks: where the file is written. */
  readonly real: string;
  /** Folders above the file that do not exist yet, outermost first. */
  readonly missing: readonly string[];
  /** `link`: the requested path is itself a symlink to a regular file. */
  readonly holds: 'nothing' | 'file' | 'link';
};

/** Why no file can be written at a path, whatever the permissions. */
export type NoPlace = { readonly failure: ToolResult };

/** The place that an absolute path names. Throws system errors. */
export async function placeOf(asked: string): Promise<Place | NoPlace> {
  const folder = await locate(dirname(asked));
  if (folder === 'nowhere') return { failure: failed('not_found', `a folder in the path ${asked} is a symlink that leads nowhere`) };
  if (!(await stat(folder.existing)).isDirectory()) return { failure: failed('invalid_input', `${folder.existing} is not a folder`) };
  const { missing } = folder;
  const here = join(folder.real, basename(asked));
  const entry = missing.length > 0 ? undefined : await lstat(here).catch(ifMissing);
  if (!entry) return { asked, real: here, missing, holds: 'nothing' };
  const real = entry.isSymbolicLink() ? await realpath(here).catch(ifMissing) : here;
  if (real === undefined) return { failure: failed('not_found', `${asked} is a symlink that leads nowhere`) };
  const found = await stat(real);
  if (found.isDirectory()) return { failure: failed('invalid_input', `${asked} is a folder`) };
  if (!found.isFile()) return { failure: failed('invalid_input', `${asked} is not a regular file`) };
  return { asked, real, missing, holds: entry.isSymbolicLink() ? 'link' : 'file' };
}

/** The path, without symlinks, of a folder that may not exist yet. */
export async function realFolder(path: string): Promise<string> {
  const folder = await locate(path);
  return folder === 'nowhere' ? path : folder.real; // a link to nowhere contains nothing
}

const maxLinks = 40;

/** Where a path leads, even if nothing exists at its end; broken links are followed to their target, circular ones are not. */
export async function realName(path: string, links = maxLinks): Promise<string> {
  const real = await realpath(path).catch((error) => (errnoOf(error) === 'ELOOP' ? path : ifMissing(error)));
  if (real !== undefined || dirname(path) === path) return real ?? path;
  const target = links > 0 ? await readlink(path).catch(() => undefined) : undefined;
  if (target !== undefined) return realName(resolve(dirname(path), target), links - 1);
  return join(await realName(dirname(path), links), basename(path));
}

/** A folder without symlinks, the deepest folder on its path that exists, and the missing folders below that. */
type Folder = { readonly real: string; readonly existing: string; readonly missing: readonly string[] };

async function locate(path: string): Promise<Folder | 'nowhere'> {
  const existing = await realpath(path).catch(ifMissing);
  if (existing !== undefined) return { real: existing, existing, missing: [] };
  if ((await lstat(path).catch(ifMissing))?.isSymbolicLink()) return 'nowhere';
  const parent = await locate(dirname(path));
  if (parent === 'nowhere') return parent;
  const real = join(parent.real, basename(path));
  return { real, existing: parent.existing, missing: [...parent.missing, real] };
}

/** Undefined for an error that means that a path leads nowhere; rethrows all other errors. */
function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** Whether a system error means that nothing exists at a path. */
export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR';
