/** Puts the parts of a task together: which adapter serves which port. Those of tools are chosen in assemble-tools.ts, models in role-models.ts. */
import { auditFolder } from '../../audit/record/record-files.ts';
import { readSeal } from '../../audit/record/seal.ts';
import type { Settings } from '../../config/settings.ts';
import { version } from '../../config/version.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { RoleId } from '../../contracts/parties.ts';
import { createLiveWorld, type LiveOptions } from '../../effects/live.ts';
import { type Recorder, recording } from '../../effects/record.ts';
import { systemClock } from '../../engine/clock.ts';
import { createHost, type Host, type HostOptions } from '../../engine/host.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import type { Entry } from '../../journal/entry.ts';
import { createJournal } from '../../journal/files.ts';
import { hostViewFor } from '../../laws/commands/programs/looking-programs.ts';
import type { Model } from '../../models/model.ts';
import { createPerceiver } from '../../roles/r1-perceiver/role.ts';
import { createPlanner } from '../../roles/r2-planner/role.ts';
import { createExecutor } from '../../roles/r3-executor/role.ts';
import { createValidator } from '../../roles/r4a-validator/role.ts';
import { createMetaValidator } from '../../roles/r4b-meta-validator/role.ts';
import { createSolver } from '../../roles/r7-solver/role.ts';
import type { RoleFactory } from '../../roles/role.ts';
import { isReadOnly } from '../../tools/containment/containment.ts';
import type { LookAround } from '../../tools/look/look-around.ts';
import { createObserver, type ObserverOptions } from '../../tools/observing/observe.ts';
import type { ProcessResult } from '../../tools/running/process.ts';
import { type MemoryForTasksOptions, openMemoryForTasks } from '../memory/memory-for-tasks.ts';
import { refuseUsedId } from '../used-id.ts';
import { type AssembledTools, assembleTools } from './assemble-tools.ts';

export type Wiring = Partial<Pick<HostOptions, 'person' | 'memory' | 'clock' | 'limits' | 'bus'>> & {
  readonly settings: Settings;
  /** One model for all roles, or one for each. */
  readonly model: Model | ((role: RoleId) => Model);
  /** The tools and what surrounds them, if they are assembled already. */
  readonly assembled?: AssembledTools;
  /** Replaces the look at this machine. */
  readonly look?: LookAround | undefined;
  /** Wraps every role, to watch it or to slow it down. */
  readonly around?: (make: RoleFactory) => RoleFactory;
  /** Its secrets must not reach a journal. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where model answers are recorded. */
  readonly recorder?: Recorder | undefined;
  readonly onText?: LiveOptions['onText'];
  readonly onWait?: LiveOptions['onWait'];
  readonly onOutput?: LiveOptions['onOutput'];
};

export function wire(wiring: Wiring): Host {
  const { settings, model, env = process.env, recorder, onText, onWait, onOutput, look, around = (make) => make, ...rest } = wiring;
  const { assembled = assembleTools({ data: settings.data, env, rules: settings.rules, servers: settings.servers }), ...ports } = rest;
  const { toolbox, redact } = assembled;
  const world = createLiveWorld({
    model: typeof model === 'function' ? model : () => model,
    toolbox,
    observe: createObserver({ run: commandCheck(assembled), gate: assembled.gate, workspace: settings.task.workspace }),
    look: look ?? assembled.look,
    redact,
    endBackground: (task_id) => assembled.background.conclude(task_id),
    onText,
    onWait,
    onOutput,
  });
  return createHost({
    ...ports,
    roles: [
      createPerceiver,
      createPlanner({ tools: toolbox.offered }),
      createExecutor(toolbox),
      createValidator(toolbox.evidence),
      createMetaValidator(toolbox.evidence),
      createSolver(toolbox.evidence),
    ].map(around),
    world: recorder ? recording(world, recorder) : world,
    openJournal(task_id) {
      refuseUsedId(settings.data, task_id);
      return createJournal(settings.data, task_id);
    },
    settings: settings.task,
    newestSeal: () => readSeal(auditFolder(settings.data)),
    version,
  });
}

/** Ports that are left out are this machine's own. */
export type SharedOptions = Pick<MemoryForTasksOptions, 'data' | 'onNotice' | 'maxWriteMs'> & {
  readonly [P in 'clock' | 'bus']?: HostOptions[P] | undefined;
};

/** What the hosts of one program share. */
export function sharedPorts({ clock = systemClock, bus = createInProcessObservers<Entry>(), ...own }: SharedOptions) {
  return { clock, bus, memory: openMemoryForTasks({ ...own, clock: () => new Date(clock.now()) }) };
}

const commandCheckMs = 30_000;

/** A command check runs contained, without network, and its changes are never applied; without containment none is run. */
const commandCheck =
  ({ changes, containment, background, opened, learnValues, variablesOf }: AssembledTools): NonNullable<ObserverOptions['run']> =>
  async (command, { cwd, places, call }, signal) => {
    await learnValues(cwd);
    const request = { command, cwd, timeoutMs: commandCheckMs, signal };
    const walls = await containment();
    if (walls.kind === 'none') return { unseen: 'there is no containment, and without it no command is run as a check' };
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

/** A machine whose walls cannot show it. */
function unseenWithoutWalls(error: unknown) {
  if (error instanceof ArtooError && error.code === 'containment_failed') return { unseen: error.message };
  throw error;
}

const seen = ({ exitCode, output, errors }: ProcessResult) => ({ exit_code: exitCode, output: output || errors });
