/** Puts files into a folder whose contents may have been made to do harm: nothing is written through a link. */
import { chmodSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../eval/suite/suite-task.ts';

/** The files have relative paths, already known to stay below the folder. What is in the way is replaced. */
export function placeFiles(folder: string, files: Readonly<Record<string, Content>>): void {
  for (const [path, content] of Object.entries(files)) {
    const names = path.split('/').filter((name) => name !== '');
    const last = names.pop();
    const isFolder = path.endsWith('/');
    const parents = isFolder && last !== undefined ? [...names, last] : names;
    const parent = parents.reduce((at, name) => ownFolder(join(at, name)), folder);
    if (isFolder || last === undefined) continue;
    const target = join(parent, last);
    rmSync(target, { recursive: true, force: true }); // a link, a pipe or a folder of the same name
    writeFileSync(target, content, { flag: 'wx' });
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(target, 0o755);
  }
}

/** Makes a real folder of that path, writable for its owner. */
function ownFolder(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) chmodSync(path, found.mode | 0o700);
  else {
    rmSync(path, { force: true });
    mkdirSync(path);
  }
  return path;
}
