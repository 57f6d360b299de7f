/** The files by which the person stops a team and lets it continue: agents of every kind check them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './board/replace-file.ts';
import { boardTime } from './board/time.ts';

export type ControlFile = 'PAUSE' | 'CHECKPOINT' | 'ABORT';

/** Writes a control file. The first line is the time; the rest is for people. */
export const placeControl = (root: string, name: ControlFile, now: Date, note: string): void =>
  replaceFile(join(root, '.liza', name), `${boardTime(now)}\n${note.trim() === '' ? '' : `${note.trim()}\n`}`);

export const removeControl = (root: string, name: ControlFile): void => rmSync(join(root, '.liza', name), { force: true });
