/** Notes of a no: what the person refused in a folder, and what they said instead. Pure. */
import type { Megram } from '../../contracts/memory.ts';

/** How the content of such a note begins; a note of what was found begins with a quotation mark. */
export const saidNo = 'The person said no to ';

export const isNoteOfNo = ({ content }: Pick<Megram, 'content'>): boolean => content.startsWith(saidNo);

/** The note as advice. */
export const adviceOfNo = ({ created_at, content }: Pick<Megram, 'created_at' | 'content'>): string =>
  `On ${created_at.slice(0, 10)} t${content.slice(1)}`;

/** Whether advice is that of a no. */
export const isAdviceOfNo = ({ space, text }: { readonly space: string; readonly text: string }): boolean =>
  space.startsWith('folder:') && /^On \d{4}-\d\d-\d\d the person said no to /.test(text);
