/** The project that a task works in, and the tag of its notes. Pure. Writing and reading use the same functions. */
import type { Tag } from '../../contracts/memory.ts';

/** The folder that a task works in, and the identity of its repository, if it has one. */
export type WorkPlace = { readonly cwd: string; readonly repository?: string | undefined };

/** Longer than any path. */
const maxLength = 4096;

export const folderPrefix = 'folder:';

/** The identity of the project: that of its repository, else the normalised folder. Undefined when it is too long for a path. */
export function projectOf({ cwd, repository }: WorkPlace): string | undefined {
  const named = (repository ?? '').trim() || cwd;
  let end = named.length;
  while (end > 1 && named[end - 1] === '/') end -= 1;
  const plain = named.slice(0, end).normalize('NFC');
  return plain === '' || plain.length > maxLength ? undefined : plain;
}

/** The tag of the notes of a project. */
export const notesTag = (project: string): Tag => ({ space: `${folderPrefix}${project}`, entity: 'env:local' });
