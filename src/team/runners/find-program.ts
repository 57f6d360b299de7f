/** Where the program of a runner is: on the person's PATH, but never in the repository, whose files agents write. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import { isWithin } from '../../laws/places/posix-path.ts';

export type FoundProgram = {
  readonly path: string;
  /** The folder that the program has to see: its package and the packages next to it, or the folder that it is in. */
  readonly place: string;
};

export function findProgram(name: string, path: string, root?: string): FoundProgram | undefined {
  const candidates = isAbsolute(name) ? [name] : path.split(':').flatMap((folder) => (isAbsolute(folder) ? [join(folder, name)] : []));
  const isElsewhere = (candidate: string): boolean =>
    root === undefined || ![candidate, realpathSync(candidate)].some((each) => isWithin(realpathSync(root), each));
  const found = name.includes('/') && !isAbsolute(name) ? undefined : candidates.find((each) => isProgram(each) && isElsewhere(each));
  return found === undefined ? undefined : { path: found, place: placeOf(realpathSync(found)) };
}

/** The folder that a program has to see; everything that npm installed together, if npm installed it. */
function placeOf(real: string): string {
  const [before, ...inside] = real.split('/node_modules/');
  return inside.length > 0 ? `${before}/node_modules` : dirname(real);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
