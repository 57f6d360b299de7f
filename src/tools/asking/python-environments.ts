/** Python's virtual environments: which files only a new one runs, and which programs an existing one would put before others. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Change } from '../changes/change.ts';

/** Whether a path is in `site-packages` of an environment that these changes create as a whole. */
export function inNewPython(changes: readonly Change[]): (path: string) => boolean {
  const created = new Set(changes.flatMap(({ path, before }) => (before === null ? [path] : [])));
  const roots = changes.filter(({ path }) => basename(path) === config && created.has(path)).map(({ path }) => dirname(path));
  const whole = new Set(roots.filter((root) => created.has(root)));
  return (path) => whole.has(/^(.+)\/lib(?:64)?\/(?:python|pypy)[\d.]+t?\/site-packages\/[^/]+$/s.exec(path)?.[1] ?? '');
}

/** The program of the same name on the PATH, if a new file is put where an existing environment looks for programs first. */
export function shadowedBy({ path, after }: Change, pathFolders: readonly string[]): string | undefined {
  const folder = dirname(path);
  if (after === null || after.kind === 'folder' || !/^(?:bin|Scripts)$/i.test(basename(folder))) return undefined;
  if (!existsSync(join(dirname(folder), config))) return undefined;
  return pathFolders.map((each) => join(each, basename(path))).find((other) => other !== path && existsSync(other));
}

const config = 'pyvenv.cfg';
