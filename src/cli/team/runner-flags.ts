/** The flags that say which program takes the turns of a role. */
import { chooseRunners, type RunnerChoice } from '../../app/team/choose-runners.ts';
import type { Settings } from '../../config/settings.ts';
import type { TeamRole } from '../../team/board/ids.ts';
import { builtIn } from '../../team/runners/known.ts';
import type { Runner } from '../../team/runners/runner.ts';
import type { CalledPart } from '../command-parts.ts';

type Names = NonNullable<RunnerChoice['names']>;

/** By role, as `run` and `plan` name them. */
export const namesIn = ({ coder, reviewer, planner }: CalledPart['given']): Names => ({
  ...(typeof planner === 'string' ? { planner } : {}),
  ...(typeof coder === 'string' ? { coder } : {}),
  ...(typeof reviewer === 'string' ? { code_reviewer: reviewer } : {}),
});

/** Whether one of these roles has built-in turns, so that a model is needed. */
export const needsModel = (roles: readonly TeamRole[], names: Names): boolean => roles.some((role) => (names[role] ?? builtIn) === builtIn);

/** The programs that were named. Throws as `chooseRunners` does. */
export const runnersFor = (
  { given, terminal }: CalledPart,
  { root, settings, names }: { readonly root: string; readonly settings: Settings; readonly names: Names },
): Promise<Partial<Record<TeamRole, Runner>>> =>
  chooseRunners({
    ...{ root, names, data: settings.data, env: terminal.env, isUnfenced: given.unfenced === true },
    own: settings.runners ?? {},
  });
