/** Which project a task works in, and where what was found there is filed. Pure; writing and reading name it by the same function. */
import type { Tag } from '../../contracts/memory.ts';

/** Where a task works: its folder, and the identity of the repository that this belongs to, where it belongs to one. */
export type WorkPlace = { readonly cwd: string; readonly repository?: string | undefined };

/** No path is longer anywhere. */
const longest = 4096;

export const folderPrefix = 'folder:';

/** The identity of the project: its repository's, else the folder, in its plain writing. Undefined for one that is too long to be a place. */
export function projectOf({ cwd, repository }: WorkPlace): string | undefined {
  const named = (repository ?? '').trim() || cwd;
  let end = named.length;
  while (end > 1 && named[end - 1] === '/') end -= 1;
  const plain = named.slice(0, end).normalize('NFC');
  return plain === '' || plain.length > longest ? undefined : plain;
}

/** Where what was found in a project is filed. */
export const notesTag = (project: string): Tag => ({ space: `${folderPrefix}${project}`, entity: 'env:local' });
