/** Runs tasks, many at once: new ones, and those that continue from the tape of an earlier run. */
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { newTaskId, parseTaskId, type TaskId } from '../contracts/ids.ts';
import type { UserInput } from '../contracts/intent.ts';
import { type Difference, diverged, followsRecording } from '../effects/compare-entries.ts';
import type { World } from '../effects/effects.ts';
import { type AuditSeal, type Entry, journalFormat, type OnBus, type Origin, type TaskSettings } from '../journal/entry.ts';
import { type Tape, tapeOf } from '../journal/tape.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { placesNamedIn } from '../laws/places/named-places.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { RoleFactory } from '../roles/role.ts';
import { type Clock, systemClock } from './clock.ts';
import { createInProcessObservers } from './in-process-observers.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Observers, Watch, WatchOptions } from './observers.ts';
import { noPerson, type Person } from './person.ts';
import { createRouteGate } from './route-gate.ts';
import { createTasksUnderWay, type Opening, orClose, type Task } from './tasks-under-way.ts';

export type HostOptions = {
  readonly roles: readonly RoleFactory[];
  readonly world: World;
  /** Opens the journal of a new task. Throws an ArtooError if it cannot be written. */
  readonly openJournal: (task_id: TaskId) => JournalWriter;
  /** The version of artoo, for the journal. */
  readonly version: string;
  /** What new tasks are started with. */
  readonly settings: StartSettings;
  readonly person?: Person;
  readonly memory?: TaskMemory | undefined;
  /** The newest seal of the auditor's record, which the journal of a new task names. */
  readonly newestSeal?: () => AuditSeal | undefined;
  /** The bus that the journals of new tasks are written to. */
  readonly onBus?: () => OnBus | undefined;
  readonly observers?: Observers<Entry>;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
};

/** What a new task is started with, besides its folder; `memory` has no effect if there is no memory. */
export type StartSettings = Omit<TaskSettings, 'cwd' | 'looks' | 'learns_from'>;

type ReplayOptions = {
  /** Receives every entry that the replay reaches. */
  readonly onEntry?: (entry: Entry) => void;
  /** Receives each difference. Without it, the first difference rejects. */
  readonly onDifference?: (difference: Difference) => void;
};

type Replay = {
  /** How many entries the replay reached. */
  readonly size: number;
  /** The end of the task, if the journal has it. */
  readonly result: FinalResult | undefined;
  /** Why the task could not be replayed to its end: the code now decides differently. */
  readonly lost?: ArtooError;
};

/** A new task that shares the beginning of another. */
type Fork = {
  readonly task_id: TaskId;
  readonly origin: Origin;
  /** The settings that differ from those of the origin. */
  readonly settings: Partial<Omit<TaskSettings, 'cwd' | 'workspace'>>;
  readonly journal: JournalWriter;
  /** Called when the shared part is in the journal, before anything new. */
  readonly onShared: () => void;
};

/** Failure contract: each method throws or rejects with an ArtooError. */
export type Host = AsyncDisposable & {
  /** `changed`: the settings that differ from those of the host. */
  start(input: UserInput, task_id?: string, changed?: Partial<StartSettings>): Task;
  /**
   * Continues a task that has not ended, from its tape and a writer that appends to the same journal. A task that has ended gives the same result
   * again.
   */
  resume(tape: Tape, journal: JournalWriter): Task;
  /** Continues from the tape of another task. Resolves when all of the tape is in the new journal. */
  fork(tape: Tape, fork: Fork): Promise<Task>;
  /** Runs a task again from its tape alone. */
  replay(tape: Tape, options?: ReplayOptions): Promise<Replay>;
  watch(options?: WatchOptions): Watch<Entry>;
  /** Interrupts all tasks: every journal is on disk and can be resumed. */
  close(): Promise<void>;
};

export function createHost(options: HostOptions): Host {
  const { roles: factories, world, openJournal, version, person = noPerson, memory, clock = systemClock } = options;
  const { newestSeal = () => undefined, onBus = () => undefined } = options;
  const observers = options.observers ?? createInProcessObservers<Entry>();
  const limits = { ...defaultLimits, ...options.limits };
  const tasks = createTasksUnderWay({ factories, world, version, person, memory, clock, limits, observers });

  function start(input: UserInput, given: string = newTaskId(new Date(clock.now())), changed: Partial<StartSettings> = {}): Task {
    const task_id = parseTaskId(given);
    if (input.text.trim() === '') throw new ArtooError('goal_empty', 'the goal is empty');
    const draft = { to: 'R1', type: 'UserInput', payload: input } as const;
    createRouteGate().admit('User', draft); // a refused goal gets no journal
    const {
      workspace,
      parallel,
      control,
      caps,
      grows,
      review,
      steps,
      context_tokens,
      memory: isWanted,
      output_schema,
      audited,
      real_cwd,
      places = placesNamedIn([input.text, ...input.session.map((earlier) => earlier.input)].join('\n')),
    } = { ...options.settings, ...changed };
    const remembers = isWanted && memory !== undefined;
    const settings = {
      cwd: input.cwd,
      ...(real_cwd !== undefined && { real_cwd }),
      workspace,
      parallel,
      control,
      caps,
      grows,
      review,
      memory: remembers,
      steps,
      ...(context_tokens !== undefined && { context_tokens }),
      looks: true,
      ...(places.length > 0 && { places }),
      ...(output_schema !== undefined && { output_schema }),
      ...(audited !== undefined && { audited }),
    };
    const prepared = tasks.prepare({ task_id, format: journalFormat, settings, audit_seal: newestSeal(), bus: onBus() });
    return tasks.launch(prepared, { tape: tapeOf([]), journal: openJournal(task_id) }, ({ loop }) => loop.send(draft));
  }

  function resume(tape: Tape, journal: JournalWriter): Task {
    const prepared = orClose(journal, () => tasks.prepare(openingOf(tape)));
    const { task_id } = prepared;
    return tasks.launch(prepared, { tape, journal }, ({ log }) => {
      if (tasks.has(task_id)) throw new ArtooError('journal_locked', `${task_id} is already running in this process`);
      if (log.tapeEnded) throw new ArtooError('journal_empty', `the journal of ${task_id} ends before the goal`);
    });
  }

  async function fork(tape: Tape, { task_id, origin, settings, journal, onShared }: Fork): Promise<Task> {
    const prepared = orClose(journal, () => {
      const learnsFrom = origin.resumed ? {} : { learns_from: origin.seq }; // a cancelled task has left no lessons, so its fork learns from all of it
      const shared = { ...openingOf(tape).settings, ...settings, ...learnsFrom };
      return tasks.prepare({ task_id, format: journalFormat, settings: shared, origin, audit_seal: newestSeal(), bus: onBus() });
    });
    const shared = Promise.withResolvers<void>();
    const placed = () => {
      onShared();
      shared.resolve();
    };
    const onLive = () => {
      const written = journal.flush();
      if (written) written.then(placed).catch(shared.reject);
      else placed();
    };
    const task = tasks.launch(prepared, { tape, journal, isFork: true, onLive }, () => {});
    await Promise.race([shared.promise, task.result]); // the fork cannot end before the shared part is written, but it can fail
    return task;
  }

  async function replay(tape: Tape, { onEntry = () => {}, onDifference }: ReplayOptions = {}): Promise<Replay> {
    const { loop, log } = tasks.createLoop({
      ...tasks.prepare(openingOf(tape)),
      tape,
      journal: undefined,
      isFork: false,
      publish: onEntry,
      onLive: () => {},
      onDifference(difference) {
        onDifference?.(difference);
        if (!onDifference || !followsRecording(difference.recorded, difference.computed)) throw diverged(difference);
      },
    });
    try {
      return { result: await loop.run(), size: log.size };
    } catch (thrown) {
      const lost = asArtooError(thrown, 'handler_failed');
      if (!onDifference || lost.code !== 'diverged') throw lost;
      return { result: undefined, size: log.size, lost };
    }
  }

  async function close(): Promise<void> {
    await tasks.interrupt();
    observers.close();
  }

  return { start, resume, fork, replay, watch: (watchOptions) => observers.watch(watchOptions), close, [Symbol.asyncDispose]: close };
}

function openingOf(tape: Tape): Opening {
  const open = tape.peek()?.entry();
  if (open?.kind !== 'open') throw new ArtooError('journal_corrupt', 'a journal must begin with an open entry');
  const { task_id, format, settings, origin, audit_seal, bus } = open;
  return { task_id, format, settings, origin, audit_seal, bus };
}
