/** What counts of a project's file, which anyone may have written: all of it once the person trusts it, and before only what makes artoo stricter. Pure. */
import { Config, defaults } from './config.ts';
import type { Settings } from './config-file.ts';
import type { Layer } from './config-layers.ts';

/** A stranger may lower these limits, ask and forbid. What no project's file may do at all (raise a limit, allow, tune) is left to configure.ts and rules.ts. */
const heard = [
  'plan',
  'strict',
  'memory',
  'budget',
  'max_tokens',
  'max_cost',
  'ask',
  'deny',
  'allow',
  'control',
] as const satisfies readonly (keyof Config)[];

/** `isTrusted` is about this very content. */
export function projectLayer({ isTrusted, ...file }: Settings & { readonly isTrusted: boolean }): Layer {
  if (isTrusted) return { name: 'project', ...file };
  const { values, given } = file;
  const counts = (key: string | undefined): boolean => heard.some((each) => each === key);
  return {
    name: 'project',
    ...file,
    values: { ...defaults, ...Object.fromEntries(heard.map((key) => [key, values[key]])) },
    given: (path) => counts(path[0]) && given(path),
    ignored: Object.keys(Config.shape).filter((key) => !counts(key) && given([key])),
  };
}
