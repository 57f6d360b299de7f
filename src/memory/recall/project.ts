/** The project that a task works in, and the tag of its notes. Pure. Writing and reading use the same functions. */
import type { Tag } from '../../contracts/memory.ts';

/** The folder that a task works in, and the identity of the project that the look found, if there was a look. */
export type WorkPlace = { readonly cwd: string; readonly identity?: string | undefined };

/** The limit on the length of a folder; no path is longer. */
const maxLength = 4096;

export const folderPrefix = 'folder:';

/** The project: its identity exactly as found, otherwise the normalised folder. Undefined if the folder is too long to be a path. */
export function projectOf({ cwd, identity }: WorkPlace): string | undefined {
  const plain = identity === undefined || identity.trim() === '' ? normalised(cwd) : identity;
  return plain === '' || plain.length > maxLength ? undefined : plain;
}

function normalised(folder: string): string {
  let end = folder.length;
  while (end > 1 && folder[end - 1] === '/') end -= 1;
  return folder.slice(0, end).normalize('NFC');
}

/** The tag of what the person said no to in a project. It is one of its own, so that no number of notes crowds their words out. */
export const refusalsTag = (project: string): Tag => ({ space: `${folderPrefix}${project}`, entity: 'user' });

/** Whether a tag is that of what the person said no to in some project. */
export const isOfRefusals = ({ space, entity }: Tag): boolean => space.startsWith(folderPrefix) && entity === 'user';

/** The tag of the other notes of a project. */
export const notesTag = (project: string): Tag => ({ space: `${folderPrefix}${project}`, entity: 'env:local' });
