/** The home folder of a program's turn: copies of its own settings, and links to everything else in the person's home, which it can only read. */
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import type { ProgramRunner } from '../../team/runners/known.ts';

/** Every turn gets its own, even if the person has such a folder: many programs write to it, and artoo's data is not visible. */
const always = ['.cache', '.artoo'] as const;

/** Creates the home of a turn at `target`. What does not exist is left out. */
export function makeTurnHome(home: string, target: string, { folders, settings }: Pick<ProgramRunner, 'folders' | 'settings'>): void {
  const own: ReadonlySet<string> = new Set([...folders, ...settings, ...always]);
  const isAbove = (path: string): boolean => [...own].some((each) => each.startsWith(`${path}/`));

  function link(folder: string): void {
    mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
    for (const name of namesIn(join(home, folder))) {
      const path = join(folder, name);
      if (own.has(path)) continue;
      if (isAbove(path)) link(path);
      else symlinkSync(join(home, path), join(target, path));
    }
  }

  link('');
  for (const folder of [...folders, '.cache']) mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
  for (const path of settings) copy(join(home, path), join(target, path));
}

function copy(from: string, to: string): void {
  if (!isCopied(from)) return;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  cpSync(from, to, { recursive: true, dereference: true, filter: isCopied });
}

/** The files and folders at a path, even through links: settings are often links to other folders. */
function isCopied(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true || found?.isDirectory() === true;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return []; // missing or not accessible
  }
}
