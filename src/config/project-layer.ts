/**
 * Which settings in a project's file count: all once the person trusts it; before that, only those that make artoo stricter, because anyone may have
 * written the file. Pure.
 */
import { Config, defaults } from './config.ts';
import type { Layer } from './config-layers.ts';
import type { Settings } from './files/config-file.ts';
import type { Trust } from './trust.ts';

/** An untrusted file may lower these limits, ask and forbid. What no project's file may do (raise a limit, allow, tune) is enforced in configure.ts and rules.ts. */
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

/** `trust` applies to exactly this content. */
export function projectLayer({ trust, ...file }: Settings & { readonly trust: Trust }): Layer {
  if (trust === 'trusted') return { name: 'project', ...file };
  const { values, given } = file;
  return {
    name: 'project',
    ...file,
    values: { ...defaults, ...Object.fromEntries(heard.map((key) => [key, values[key]])) },
    given: (path) => counts(path[0]) && given(path),
    ignored: trust === 'declined' ? [] : needsTrust(file), // the person refused, so there is nothing to report
  };
}

/** The settings in a file that count only once it is trusted. */
export const needsTrust = ({ given }: Pick<Settings, 'given'>): readonly string[] =>
  Object.keys(Config.shape).filter((key) => !counts(key) && given([key]));

const counts = (key: string | undefined): boolean => heard.some((each) => each === key);
