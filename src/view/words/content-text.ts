/** How much is in a folder that is created or deleted with its content. Pure. */
import type { FilledFolder } from '../../tools/asking/filled-folders.ts';
import { counted } from '../pages.ts';

/** ` and the 7 items in it`; an item is a file or a folder. */
export const contentText = (entries: number): string => ` and the ${itemsText(entries)} in it`;

/** `.git/ and the 27 items in it`, or `12 items in photos/`. */
export const filledText = (
  { path, isNew, entries }: Pick<FilledFolder, 'path' | 'isNew' | 'entries'>,
  near: (path: string) => string,
): string => (isNew ? `${near(`${path}/`)}${contentText(entries)}` : `${itemsText(entries)} in ${near(`${path}/`)}`);

/** `7 items` */
const itemsText = (entries: number): string => (entries === 1 ? 'one item' : counted(entries, 'item'));
