/** What is configured for tasks in a folder, for a program that runs many of them: read when it is first asked for, and again when a file has changed. */
import { configStamp } from './config-files.ts';
import type { Environment } from './config-layers.ts';
import { type Configured, configure, configureWith } from './configure.ts';
import { homeIn } from './folders.ts';

/** At once where there is no file to read or none has changed. Throws or rejects with `config_invalid`. */
export type FolderConfiguration = (cwd: string) => Configured | Promise<Configured>;

/** More folders than this are not remembered. */
const maxFolders = 64;

export function folderConfiguration(env: Environment, data: string): FolderConfiguration {
  const known = new Map<string, { readonly stamp: string; readonly configured: Configured | Promise<Configured> }>();
  const home = homeIn(env);

  return (cwd) => {
    const stamp = configStamp(data, cwd);
    const found = known.get(cwd);
    if (found?.stamp === stamp) return found.configured;
    const options = { flags: { data }, env, cwd, home };
    const configured = stamp === '' ? configureWith([], options) : configure(options);
    if (known.size >= maxFolders) known.clear();
    known.set(cwd, { stamp, configured });
    if (configured instanceof Promise)
      configured.then(
        (read) => known.set(cwd, { stamp, configured: read }),
        () => known.delete(cwd), // what kept it from being read may be over
      );
    return configured;
  };
}
