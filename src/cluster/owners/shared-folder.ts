/** Folders that several machines share: a person names them with `artoo bus share`, and every machine can see that in the folder itself. */
import { mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { ArtooError } from '../../contracts/errors.ts';

/** Where hosts record, in a shared folder, which tasks they own. */
export const markersIn = (folder: string): string => join(folder, '.artoo', 'shared');

/** From now on, hosts mark their tasks in and below the folder. Throws `data_unwritable`. */
export function shareFolder(folder: string): void {
  const path = markersIn(folder);
  try {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, '.gitignore'), '*\n'); // a marker in a clone would prove nothing
  } catch (cause) {
    throw new ArtooError('data_unwritable', `cannot write to ${path}: ${errnoOf(cause) ?? cause}`, { cause });
  }
}

/** The shared folder at a path, or the nearest one above it, on the same file system; undefined if there is none. */
export function sharedAround(path: string): string | undefined {
  const start = realOf(path);
  const device = start && statSync(start).dev;
  for (let at = start; at !== undefined && statSync(at).dev === device; at = dirname(at)) {
    if (realOf(markersIn(at)) === markersIn(at) && statSync(markersIn(at)).isDirectory()) return at; // through a link, hosts would write to another folder
    if (at === dirname(at)) return undefined;
  }
  return undefined;
}

/** Undefined for a folder that does not exist. */
function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
