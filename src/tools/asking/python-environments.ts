/** Python's virtual environments: which files are run only by a new environment. */
import { basename, dirname } from 'node:path';
import type { Change } from '../changes/change.ts';

/** Whether a path is in `site-packages` of an environment that is created as a whole by these changes. */
export function inNewPython(changes: readonly Change[]): (path: string) => boolean {
  const created = new Set(changes.flatMap(({ path, before }) => (before === null ? [path] : [])));
  const roots = changes.filter(({ path }) => basename(path) === pythonConfig && created.has(path)).map(({ path }) => dirname(path));
  const whole = new Set(roots.filter((root) => created.has(root)));
  return (path) => whole.has(/^(.+)\/lib(?:64)?\/(?:python|pypy)[\d.]+t?\/site-packages\//s.exec(path)?.[1] ?? '');
}

/** The file that makes a folder a virtual environment. */
export const pythonConfig = 'pyvenv.cfg';
