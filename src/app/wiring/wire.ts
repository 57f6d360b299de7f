/** Puts the parts of a task together: which adapter serves which port. Adapters of tools are chosen in assemble-tools.ts, models in role-models.ts. */
import { auditFolder } from '../../audit/record/record-files.ts';
import { readSeal } from '../../audit/record/seal.ts';
import type { HostWorkers } from '../../cluster/workers/host-workers.ts';
import type { Settings } from '../../config/settings.ts';
import { version } from '../../config/version.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { both, type Late, late, madeOf } from '../../contracts/late.ts';
import type { RoleId } from '../../contracts/parties.ts';
import { createLiveWorld, type LiveOptions } from '../../effects/live.ts';
import { type Recorder, recording } from '../../effects/record.ts';
import { systemClock } from '../../engine/clock.ts';
import { createHost, type Host, type HostOptions } from '../../engine/host.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import type { Entry } from '../../journal/entry.ts';
import { createJournal } from '../../journal/files.ts';
import type { Model } from '../../models/model.ts';
import { createPerceiver } from '../../roles/r1-perceiver/role.ts';
import type { RoleFactory } from '../../roles/role.ts';
import type { LookAround } from '../../tools/look/look-around.ts';
import { type MemoryForTasksOptions, openMemoryForTasks } from '../memory/memory-for-tasks.ts';
import { refuseUsedId } from '../used-id.ts';
import type { AssembledTools } from './assemble-tools.ts';
import type { Buses } from './buses.ts';
import { lateRoles } from './late-roles.ts';
import { attachTo, elsewhereOn } from './workers.ts';

/** The code of tools and of all roles but R1: loaded while the first model answers. */
export type Work = typeof import('./work.ts');
export const lateWork = (): Late<Work> => late(() => import('./work.ts'));

export type Wiring = Partial<Pick<HostOptions, 'person' | 'memory' | 'clock' | 'limits' | 'observers'>> & {
  readonly settings: Settings;
  /** One model for all roles, or one for each. */
  readonly model: Model | ((role: RoleId) => Model);
  readonly work?: Late<Work>;
  /** The tools and what belongs to them, if the caller has assembled them. */
  readonly assembled?: Late<AssembledTools>;
  /** The bus on which new tasks run. */
  readonly buses?: Pick<Buses, 'nameOf' | 'writeTo'>;
  /** Replaces the look at this machine. */
  readonly look?: LookAround | undefined;
  /** The workers that run commands of its tasks, if it is on a bus. */
  readonly workers?: Late<HostWorkers> | undefined;
  /** Wraps every role, to watch it or to slow it down. */
  readonly around?: (make: RoleFactory) => RoleFactory;
  /** The environment, whose secrets must not reach a journal. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where model answers are recorded. */
  readonly recorder?: Recorder | undefined;
  readonly onText?: LiveOptions['onText'];
  readonly onWait?: LiveOptions['onWait'];
  readonly onOutput?: LiveOptions['onOutput'];
};

export function wire(wiring: Wiring): Host {
  const {
    settings,
    model,
    env = process.env,
    recorder,
    workers,
    onText,
    onWait,
    onOutput,
    look,
    around = (make) => make,
    ...rest
  } = wiring;
  const { work = lateWork(), assembled: given, buses, ...ports } = rest;
  const { bus } = settings;
  const { data, rules, servers } = settings;
  const assembled =
    given ?? madeOf(work, ({ assembleTools }) => assembleTools({ data, env, rules, servers, elsewhere: workers && elsewhereOn(workers) }));
  const ready = madeOf(both(work, assembled), ([code, tools]) => ({
    roles: code.rolesWith(tools),
    means: {
      toolbox: tools.toolbox,
      observe: code.observerWith(tools, settings.task),
      look: look ?? tools.look,
      redact: tools.redact,
      endBackground: (task_id: string) => tools.background.conclude(task_id),
    },
  }));
  const live = createLiveWorld({
    model: typeof model === 'function' ? model : () => model,
    means: madeOf(ready, ({ means }) => means),
    onText,
    onWait,
    onOutput,
  });
  const world = workers ? { ...live, attach: attachTo(workers) } : live;
  return createHost({
    ...ports,
    roles: [createPerceiver, ...lateRoles(madeOf(ready, ({ roles }) => roles))].map(around),
    world: recorder ? recording(world, recorder) : world,
    openJournal(task_id) {
      refuseUsedId(settings.data, task_id);
      const writeTo = buses?.writeTo(task_id);
      if (bus && buses && !writeTo) throw new ArtooError('bus_needed', `${task_id} was not started on the bus`);
      return createJournal(settings.data, task_id, writeTo);
    },
    settings: settings.task,
    onBus: () => bus && buses?.nameOf(bus),
    newestSeal: () => readSeal(auditFolder(settings.data)),
    version,
  });
}

/** Ports that are left out are this machine's own. */
export type SharedOptions = Pick<MemoryForTasksOptions, 'data' | 'onNotice' | 'maxWriteMs'> & {
  readonly [P in 'clock' | 'observers']?: HostOptions[P] | undefined;
};

/** What all hosts of one program share. */
export function sharedPorts({ clock = systemClock, observers = createInProcessObservers<Entry>(), ...own }: SharedOptions) {
  return { clock, observers, memory: openMemoryForTasks({ ...own, clock: () => new Date(clock.now()) }) };
}
