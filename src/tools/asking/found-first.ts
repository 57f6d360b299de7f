/** New programs that would run instead of an existing one because they come earlier on the PATH. */
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Change, Entry } from '../changes/change.ts';
import { pythonConfig } from './python-environments.ts';

/** All folders on the PATH, and those after the current folder, if that is on the PATH. */
export type Searched = { readonly all: readonly string[]; readonly afterCurrent: readonly string[] };

/** Takes the PATH as written. If the current folder is on it, the later folders are searched after whichever folder is current. */
export function afterCurrent(pathFolders: readonly string[]): readonly string[] {
  const at = pathFolders.findIndex((folder) => !isAbsolute(folder) && resolve('/', folder) === '/');
  return at === -1 ? [] : pathFolders.slice(at + 1).filter((folder) => isAbsolute(folder));
}

/** Why a change makes a program run instead of another. An active Python environment comes first, whatever it contains. */
export function whyFoundFirst({ path, before, after }: Change, { all, afterCurrent }: Searched): string | undefined {
  if (after === null || after.kind === 'folder') return undefined;
  const folder = dirname(path);
  const isOfPython = before === null && /^(?:bin|Scripts)$/i.test(basename(folder)) && existsSync(join(dirname(folder), pythonConfig));
  const isNewProgram = isProgram(after) && !(before && isProgram(before));
  const other = [...(isOfPython ? all : []), ...(isNewProgram ? afterCurrent : [])]
    .map((each) => join(each, basename(path)))
    .find((program) => program !== path && existsSync(program));
  return other === undefined ? undefined : `it would run in place of ${other}`;
}

/** Whether the entry is a program, or a link that may lead to one. */
const isProgram = (entry: Entry): boolean => entry.kind === 'link' || (entry.kind === 'file' && (entry.mode & 0o111) !== 0);
