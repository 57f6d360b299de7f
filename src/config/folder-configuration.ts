/** What is configured for tasks in a folder, for a program that runs many tasks: read on first use, and again when a file has changed. */

import type { Environment } from './config-layers.ts';
import { type Configured, configure, configureWith } from './configure.ts';
import { configStamp } from './files/config-files.ts';
import { homeIn } from './folders.ts';

/** How many folders are remembered. */
const maxFolders = 64;

/**
 * What `use` returns for a folder's configuration: synchronously and always the same value, unless a file must be read. Throws or rejects with
 * `config_invalid`.
 */
export function folderConfiguration<T>(
  env: Environment,
  data: string,
  use: (configured: Configured) => T,
): (cwd: string) => T | Promise<T> {
  const known = new Map<string, { readonly stamp: string; readonly value: T | Promise<T> }>();
  const home = homeIn(env);

  return (cwd) => {
    const stamp = configStamp(data, cwd);
    const found = known.get(cwd);
    if (found?.stamp === stamp) return found.value;
    const options = { flags: { data }, env, cwd, home };
    const value = stamp === '' ? use(configureWith([], options)) : configure(options).then(use);
    if (known.size >= maxFolders) known.clear();
    known.set(cwd, { stamp, value });
    if (value instanceof Promise)
      value.then(
        (read) => known.set(cwd, { stamp, value: read }),
        () => known.delete(cwd), // lets the next caller try again
      );
    return value;
  };
}
