/** What a task needs once its first request is on its way: the tools, the observer for checks, and all roles but R1. Loading these takes most of the start-up time. */

import { ArtooError } from '../../contracts/errors.ts';
import type { RoleId } from '../../contracts/parties.ts';
import type { TaskSettings } from '../../journal/entry.ts';
import { hostViewFor } from '../../laws/commands/programs/looking-programs.ts';
import { createPlanner } from '../../roles/r2-planner/role.ts';
import { createExecutor } from '../../roles/r3-executor/role.ts';
import { createValidator } from '../../roles/r4a-validator/role.ts';
import { createMetaValidator } from '../../roles/r4b-meta-validator/role.ts';
import { createSolver } from '../../roles/r7-solver/role.ts';
import type { RoleFactory } from '../../roles/role.ts';
import { isReadOnly } from '../../tools/containment/containment.ts';
import { createObserver, type Observe, type ObserverOptions } from '../../tools/observing/observe.ts';
import type { ProcessResult } from '../../tools/running/process.ts';
import type { AssembledTools } from './assemble-tools.ts';

export { assembleTools } from './assemble-tools.ts';

/** Observes the world for checks. */
export const observerWith = (assembled: AssembledTools, { workspace }: Pick<TaskSettings, 'workspace'>): Observe =>
  createObserver({ run: commandCheck(assembled), gate: assembled.gate, workspace, folders: assembled.folders });

/** The roles that work with these tools, or judge the work. */
export const rolesWith = ({ toolbox }: Pick<AssembledTools, 'toolbox'>) =>
  ({
    R2: createPlanner({ tools: toolbox.offered, evidence: toolbox.evidence }),
    R3: createExecutor(toolbox),
    R4a: createValidator(toolbox.evidence),
    R4b: createMetaValidator(toolbox.evidence),
    R7: createSolver(toolbox.evidence),
  }) satisfies Partial<Record<RoleId, RoleFactory>>;

const commandCheckMs = 30_000;

/** A command check runs contained, without network, and its changes are never applied; without containment, no check is run. */
const commandCheck =
  ({ changes, containment, background, opened, learnValues, variablesOf }: AssembledTools): NonNullable<ObserverOptions['run']> =>
  async (command, { cwd, places, call }, signal) => {
    await learnValues(cwd);
    const request = { command, cwd, timeoutMs: commandCheckMs, signal };
    const walls = await containment();
    if (walls.kind === 'none') return { unseen: 'there is no containment here, so no command is run as a check' };
    const view = hostViewFor(command);
    if (view !== undefined) return walls.look({ ...request, view }).then(seen, unseenWithoutWalls);
    const doors = call ? await background.doors(call.task_id) : [];
    const env = call && variablesOf(call);
    return changes.reading(async () => {
      await using run = await walls.run({ ...request, doors, env, workspace: cwd, places: [...(places ?? []), ...opened] });
      await learnValues(cwd);
      return isReadOnly(walls.kind) && run.whyUnknown !== undefined ? { unseen: run.whyUnknown } : seen(run.ended);
    }, signal);
  };

/** The observation on a machine where walls cannot be built. */
function unseenWithoutWalls(error: unknown) {
  if (error instanceof ArtooError && error.code === 'containment_failed') return { unseen: error.message };
  throw error;
}

const seen = ({ exitCode, output, errors }: ProcessResult) => ({ exit_code: exitCode, output: output || errors });
