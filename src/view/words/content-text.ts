/** How much is in a folder that is deleted with its content. Pure. */
import { counted } from '../pages.ts';

/** ` (7 files and folders in it)` */
export const contentText = (entries: number): string => ` (${counted(entries, 'file or folder', 'files and folders')} in it)`;
