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

/** Why a new program runs in place of one on the PATH: an existing environment finds it first. */
export function whyFoundFirst({ path, after }: Change, pathFolders: readonly string[]): string | undefined {
  const folder = dirname(path);
  if (after === null || after.kind === 'folder' || !/^(?:bin|Scripts)$/i.test(basename(folder))) return undefined;
  if (!existsSync(join(dirname(folder), config))) return undefined;
  const other = pathFolders.map((each) => join(each, basename(path))).find((program) => program !== path && existsSync(program));
  return other === undefined ? undefined : `it would run in place of ${other}`;
}

const config = 'pyvenv.cfg';
