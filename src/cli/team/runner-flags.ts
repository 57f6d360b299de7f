/** The flags that choose which program takes a role's turns. */
import { type ChosenRunners, chooseRunners, type RunnerChoice } from '../../app/team/choose-runners.ts';
import type { Settings } from '../../config/settings.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { TeamRole } from '../../team/board/ids.ts';
import { builtIn } from '../../team/runners/known.ts';
import type { CalledPart } from '../command-parts.ts';
import { shown } from '../flags/flags.ts';

type Names = NonNullable<RunnerChoice['names']>;

/** By role, as `run` and `plan` name them. Throws `usage`. */
export const namesIn = ({ coder, reviewer, planner }: CalledPart['given']): Names => ({
  ...namedFor('planner', planner),
  ...namedFor('coder', coder),
  ...namedFor('code_reviewer', reviewer),
});

/** The runners that a flag names for a role; several only for coders, because memory records how well coders' runners do. Throws `usage`. */
export function namedFor(role: TeamRole, given: unknown): Names {
  if (typeof given !== 'string') return {};
  const names = given.split(',').map((name) => name.trim());
  if (names.length > 1 && role !== 'coder')
    throw new ArtooError('usage', `several runners can be named for coders only, not ${shown(given)}`);
  return { [role]: names };
}

/** Whether one of these roles has built-in turns, so that a model is needed. */
export const needsModel = (roles: readonly TeamRole[], names: Names): boolean =>
  roles.some((role) => (names[role] ?? [builtIn]).includes(builtIn));

/** The named runners; if there is a model, the built-in one replaces coders' programs that do badly. Throws as `chooseRunners` does. */
export const runnersFor = (
  { given, terminal }: CalledPart,
  {
    root,
    settings,
    names,
    hasModel,
  }: { readonly root: string; readonly settings: Settings; readonly names: Names; readonly hasModel: boolean },
): Promise<ChosenRunners> =>
  chooseRunners({
    ...{ root, data: settings.data, env: terminal.env, isUnfenced: given.unfenced === true },
    names: hasModel && names.coder ? { ...names, coder: [...names.coder, builtIn] } : names,
    own: settings.runners ?? {},
  });
