/** Files and folders among the flags count from where the person stands, not from where a task works. */
import { resolve } from 'node:path';
import type { Flags } from '../../config/config-layers.ts';

const paths: ReadonlySet<string> = new Set(['data', 'workspace', 'cwd', 'record', 'replay', 'html']);

/** The same flags with whole paths. What begins with `~` is somebody else's to read. */
export const fromHere = (flags: Flags, cwd: string): Flags =>
  Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      name,
      paths.has(name) && typeof value === 'string' && !value.startsWith('~') ? resolve(cwd, value) : value,
    ]),
  );

/** What a flag that takes one value was given. */
export const textOf = (flags: Flags, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};
