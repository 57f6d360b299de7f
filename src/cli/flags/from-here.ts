/** Paths in flags are relative to the person's folder, not to the folder that a task works in. */
import { resolve } from 'node:path';
import type { Flags } from '../../config/config-layers.ts';

const paths: ReadonlySet<string> = new Set(['data', 'workspace', 'cwd', 'record', 'replay', 'html', 'output-schema', 'bus-credentials']);

/** The flags with absolute paths. `~` is left to the configuration to expand. */
export const fromHere = (flags: Flags, cwd: string): Flags =>
  Object.fromEntries(
    Object.entries(flags).map(([name, value]) => [
      name,
      paths.has(name) && typeof value === 'string' && !value.startsWith('~') ? resolve(cwd, value) : value,
    ]),
  );

/** The value of a flag that takes one. */
export const textOf = (flags: Flags, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};
