/** Runs tasks, many at once: new ones, and those that go on from the tape of an earlier run. */

import type { FinalResult } from '../contracts/control.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { newTaskId, parseTaskId, type TaskId } from '../contracts/ids.ts';
import type { UserInput } from '../contracts/intent.ts';
import { defaults, type Hyperparameters } from '../control/hyperparameters.ts';
import type { World } from '../effects/effects.ts';
import { type Difference, diverged, goesTheSameWay } from '../effects/tape.ts';
import { type Entry, journalFormat, type Origin, type TaskSettings } from '../journal/entry.ts';
import { type Tape, tapeOf } from '../journal/tape.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { type Caps, uncapped } from '../laws/caps.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { RoleFactory } from '../roles/role.ts';
import { type Clock, systemClock } from './clock.ts';
import { createInProcessObservers } from './in-process-observers.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { Observers, Watch, WatchOptions } from './observers.ts';
import { noPerson, type Person } from './person.ts';
import { createRouteGate } from './route-gate.ts';
import { createTasksUnderWay, type Opening, orLetGo, type Task } from './tasks-under-way.ts';

export type HostOptions = {
  readonly roles: readonly RoleFactory[];
  readonly world: World;
  /** Opens the journal of a new task. Throws an ArtooError when it cannot be written. */
  readonly openJournal: (task_id: TaskId) => JournalWriter;
  /** Of artoo, for the journal. */
  readonly version: string;
  /** Where new tasks may change files freely. */
  readonly workspace: string;
  /** How many sub-tasks of a new task are worked on at once. */
  readonly parallel?: number;
  /** How many model steps an attempt at a sub-task may take; 20 by default. */
  readonly steps?: number;
  /** The constants of the controller for new tasks. */
  readonly control?: Partial<Hyperparameters>;
  /** How much a new task may use; what is left out is without end. */
  readonly caps?: Partial<Caps>;
  /** Which limits of time of a new task grow with the pace of its models; the time budget, where it is not given. */
  readonly grows?: NonNullable<TaskSettings['grows']>;
  /** Whether the person sees every plan of a new task before it is carried out. */
  readonly review?: boolean;
  readonly person?: Person;
  /** What artoo remembers. */
  readonly memory?: TaskMemory | undefined;
  /** Whether new tasks read and write memory where there is one; they do by default. */
  readonly remembers?: boolean;
  readonly bus?: Observers<Entry>;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
};

type ReplayOptions = {
  /** Sees every entry that the replay comes to. */
  readonly onEntry?: (entry: Entry) => void;
  /** Without it, the first difference rejects. */
  readonly onDifference?: (difference: Difference) => void;
};

type Replay = {
  /** How many entries the replay came to. */
  readonly size: number;
  /** The end of the task, if the journal has it. */
  readonly result: FinalResult | undefined;
  /** Why it could not be followed to its end: what code decides now leads elsewhere. */
  readonly lost?: ArtooError;
};

/** A new task that shares the beginning of another. */
export type Fork = {
  readonly task_id: TaskId;
  readonly origin: Origin;
  /** What is not as it was for the origin. */
  readonly settings: Partial<Omit<TaskSettings, 'cwd' | 'workspace'>>;
  readonly journal: JournalWriter;
  /** Called when the shared part is in the journal, and before anything new is. */
  readonly onShared: () => void;
};

/** Failure contract: each method throws or rejects with an ArtooError. */
export type Host = AsyncDisposable & {
  start(input: UserInput, task_id?: string): Task;
  /** Goes on with a task that has not ended, from its tape and a writer that appends to the same journal. One that has ended comes to the same end. */
  resume(tape: Tape, journal: JournalWriter): Task;
  /** Goes on from the tape of another task, as far as it goes. Resolves when all of it is in the new journal. */
  fork(tape: Tape, fork: Fork): Promise<Task>;
  /** Runs a task again from its tape alone. */
  replay(tape: Tape, options?: ReplayOptions): Promise<Replay>;
  watch(options?: WatchOptions): Watch<Entry>;
  /** Stops what runs, without ending it: every journal is on disk and can be resumed. */
  close(): Promise<void>;
};

export function createHost(options: HostOptions): Host {
  const {
    roles: factories,
    world,
    openJournal,
    version,
    workspace,
    parallel = 8,
    steps = 20,
    review = false,
    person = noPerson,
    memory,
    remembers = true,
    clock = systemClock,
  } = options;
  const observers = options.bus ?? createInProcessObservers<Entry>();
  const control = { ...defaults, ...options.control };
  const caps = { ...uncapped, ...options.caps };
  const grows = options.grows ?? (options.control?.timeBudgetMs === undefined ? (['time_budget'] as const) : []);
  const limits = { ...defaultLimits, ...options.limits };
  const tasks = createTasksUnderWay({ factories, world, version, person, memory, clock, limits, observers });

  function start(input: UserInput, given: string = newTaskId(new Date(clock.now()))): Task {
    const task_id = parseTaskId(given);
    if (input.text.trim() === '') throw new ArtooError('goal_empty', 'the goal is empty');
    const draft = { to: 'R1', type: 'UserInput', payload: input } as const;
    createRouteGate().admit('User', draft); // a goal that is refused gets no journal
    const memorises = remembers && memory !== undefined;
    const settings = { cwd: input.cwd, workspace, parallel, control, caps, grows, review, memory: memorises, steps, looks: true };
    const prepared = tasks.prepare({ task_id, format: journalFormat, settings });
    return tasks.launch(prepared, { tape: tapeOf([]), journal: openJournal(task_id) }, ({ loop }) => loop.send(draft));
  }

  function resume(tape: Tape, journal: JournalWriter): Task {
    const prepared = orLetGo(journal, () => tasks.prepare(openingOf(tape)));
    const { task_id } = prepared;
    return tasks.launch(prepared, { tape, journal }, ({ log }) => {
      if (tasks.has(task_id)) throw new ArtooError('journal_locked', `${task_id} is under way in this process`);
      if (log.tapeEnded) throw new ArtooError('journal_empty', `the journal of ${task_id} ends before its goal`);
    });
  }

  async function fork(tape: Tape, { task_id, origin, settings, journal, onShared }: Fork): Promise<Task> {
    const prepared = orLetGo(journal, () => {
      const shared = { ...openingOf(tape).settings, ...settings, learns_from: origin.seq };
      return tasks.prepare({ task_id, format: journalFormat, settings: shared, origin });
    });
    const shared = Promise.withResolvers<void>();
    const onLive = () => {
      journal.flush();
      onShared();
      shared.resolve();
    };
    const task = tasks.launch(prepared, { tape, journal, isFork: true, onLive }, () => {});
    await Promise.race([shared.promise, task.result]); // it cannot end before it has begun, but it can fail
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
        if (!onDifference || !goesTheSameWay(difference.recorded, difference.computed)) throw diverged(difference);
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
  if (open?.kind !== 'open') throw new ArtooError('journal_corrupt', 'a journal begins with its open entry');
  const { task_id, format, settings, origin } = open;
  return { task_id, format, settings, origin };
}
