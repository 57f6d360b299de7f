/** Where tasks are kept, for commands that must be quick. Errors in the setting are reported by the configuration. */
import type { Environment, Flags } from './config-layers.ts';
import { homeIn, namedDataFolder, personalDataFolder } from './folders.ts';

/** Like `dataFolder` in configure.ts, which is loaded only if the setting is not simply a folder. */
export async function quickDataFolder(flags: Flags, { env, cwd }: { readonly env: Environment; readonly cwd: string }): Promise<string> {
  const surroundings = { cwd, home: homeIn(env) };
  const said = flags.data ?? namedDataFolder(undefined, env);
  const isPlain = typeof said === 'string' && said !== '' && said === said.trim() && !/\p{Cc}/u.test(said);
  const read = isPlain ? personalDataFolder(said, surroundings) : undefined;
  return read?.ok ? read.value : (await import('./configure.ts')).dataFolder({ flags, env, ...surroundings });
}
