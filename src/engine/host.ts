/** Runs tasks, many at once: gives each its journal, its own roles and its loop, and shows what happens to whoever watches. */

import type { FinalResult } from '../contracts/control.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { newTaskId, parseTaskId, type TaskId } from '../contracts/ids.ts';
import type { UserInput } from '../contracts/intent.ts';
import { defaults, type Hyperparameters } from '../control/hyperparameters.ts';
import type { World } from '../effects/effects.ts';
import { type Difference, diverged, goesTheSameWay } from '../effects/tape.ts';
import { type Entry, journalFormat, type MessageEntry, type Open, type Origin, type TaskSettings } from '../journal/entry.ts';
import { type Tape, tapeOf } from '../journal/tape.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { type Caps, uncapped } from '../laws/caps.ts';
import { noMemory, type TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { MessageDraft, Role, RoleFactory } from '../roles/role.ts';
import { type Clock, createStamper, systemClock } from './clock.ts';
import { createInProcessObservers } from './in-process-observers.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createLog, type Log, type LogOptions } from './log.ts';
import type { Observers, Watch, WatchOptions } from './observers.ts';
import { nobody, type Person } from './person.ts';
import { createRouteGate } from './route-gate.ts';
import { TaskLoop, type TaskOptions } from './task-loop.ts';

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

/** A task under way. */
export type Task = {
  readonly id: TaskId;
  /** Resolves when the end of the task is on disk and nothing of it runs any more. Rejects when it could not be ended: it can be resumed. */
  readonly result: Promise<FinalResult>;
  /** What the person says. Throws an ArtooError when it is refused, or the task is over. */
  send(draft: MessageDraft): void;
  /** Asks R7 to end the task now. Does nothing when it is ending already. */
  cancel(why?: string): void;
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
    person = nobody,
    memory,
    remembers = true,
    clock = systemClock,
  } = options;
  const bus = options.bus ?? createInProcessObservers<Entry>();
  const control = { ...defaults, ...options.control };
  const caps = { ...uncapped, ...options.caps };
  const grows = options.grows ?? (options.control?.timeBudgetMs === undefined ? (['time_budget'] as const) : []);
  const limits = { ...defaultLimits, ...options.limits };
  const running = new Map<TaskId, { loop: TaskLoop; over: Promise<unknown> }>();

  /** Roles are made before a journal is opened: one that cannot be made leaves nothing behind. */
  const prepare = (opening: Opening): Prepared => ({ ...opening, roles: factories.map((make) => make(opening.settings)) });

  type Run = Prepared & Pick<LogOptions, 'tape' | 'journal' | 'isFork' | 'onDifference' | 'onLive'> & Pick<TaskOptions, 'publish'>;

  function createLoop({ roles, publish, ...run }: Run): { readonly loop: TaskLoop; readonly log: Log } {
    const { task_id, format, settings, origin } = run;
    const onLive = () => {
      if (!loop.isEnding) mustBeAnswerable(log.tally.openQuestion);
      run.onLive();
    };
    const log: Log = createLog({ ...run, onLive, stamper: (last) => createStamper(clock, last) });
    const loop: TaskLoop = new TaskLoop({
      task_id,
      roles,
      log,
      world,
      person,
      memory: memoryOf(settings),
      publish,
      origin,
      limits,
      caps: settings.caps,
      capGrows: settings.grows?.includes('active_ms') ?? false,
    });
    log.derive({ kind: 'open', format, task_id, artoo: version, settings, ...(origin && { origin }) });
    return { loop, log };
  }

  /** A task that was begun without memory stays without. */
  function memoryOf(settings: TaskSettings): TaskMemory {
    if (!settings.memory) return noMemory('the task runs without memory');
    return memory ?? noMemory('no memory is there');
  }

  /** Whoever is not there cannot have meant no: the question waits. */
  function mustBeAnswerable(question: MessageEntry | undefined): void {
    if (person !== nobody || !question) return;
    if (question.type === 'ConfirmRequest' && question.payload.caution) return; // asked only where somebody is there
    throw new ArtooError(
      'person_needed',
      `entry ${question.seq} is a question to a person (${question.type}), and nobody is there to answer it`,
    );
  }

  type Launch = { readonly tape: Tape; readonly journal: JournalWriter; readonly isFork?: boolean; readonly onLive?: () => void };

  /** Whoever watches sees what is new. `begin` may throw: then nothing runs, and the journal is let go of. */
  function launch(prepared: Prepared, { tape, journal, isFork = false, onLive = () => {} }: Launch, begin: (run: Begun) => void): Task {
    const { task_id } = prepared;
    const publish: TaskOptions['publish'] = (entry, isFromTape) => {
      if (!isFromTape) bus.publish(task_id, entry);
    };
    const run = attempt(journal, () => {
      const made = createLoop({ ...prepared, tape, journal, isFork, onLive, publish, onDifference: stopAt });
      begin(made);
      journal.flush(); // from here on there is a goal to resume
      return made;
    });
    const { loop, log } = run;
    const result = loop
      .run()
      .then(ended)
      .catch((thrown) => {
        throw withWayOut(asArtooError(thrown, 'handler_failed'), task_id, log.size, isFork);
      })
      .finally(() => {
        running.delete(task_id);
        bus.end(task_id);
      });
    result.catch(() => {}); // whoever holds the task sees it; a task nobody holds must not bring the process down
    running.set(task_id, { loop, over: result });
    return {
      id: task_id,
      result,
      send: (draft) => loop.send(draft),
      cancel(why = 'cancelled by the person') {
        if (!loop.isEnding) loop.send({ to: 'R7', type: 'Cancel', payload: { why } });
      },
    };
  }

  function start(input: UserInput, given: string = newTaskId(new Date(clock.now()))): Task {
    const task_id = parseTaskId(given);
    if (input.text.trim() === '') throw new ArtooError('goal_empty', 'the goal is empty');
    const draft = { to: 'R1', type: 'UserInput', payload: input } as const;
    createRouteGate().admit('User', draft); // a goal that is refused gets no journal
    const memorises = remembers && memory !== undefined;
    const settings = { cwd: input.cwd, workspace, parallel, control, caps, grows, review, memory: memorises, steps, looks: true };
    const prepared = prepare({ task_id, format: journalFormat, settings });
    return launch(prepared, { tape: tapeOf([]), journal: openJournal(task_id) }, ({ loop }) => loop.send(draft));
  }

  function resume(tape: Tape, journal: JournalWriter): Task {
    const prepared = attempt(journal, () => prepare(openingOf(tape)));
    const { task_id } = prepared;
    return launch(prepared, { tape, journal }, ({ log }) => {
      if (running.has(task_id)) throw new ArtooError('journal_locked', `${task_id} is under way in this process`);
      if (log.tapeEnded) throw new ArtooError('journal_empty', `the journal of ${task_id} ends before its goal`);
    });
  }

  async function fork(tape: Tape, { task_id, origin, settings, journal, onShared }: Fork): Promise<Task> {
    const prepared = attempt(journal, () =>
      prepare({ task_id, format: journalFormat, settings: { ...openingOf(tape).settings, ...settings, learns_from: origin.seq }, origin }),
    );
    const shared = Promise.withResolvers<void>();
    const onLive = () => {
      journal.flush();
      onShared();
      shared.resolve();
    };
    const task = launch(prepared, { tape, journal, isFork: true, onLive }, () => {});
    await Promise.race([shared.promise, task.result]); // it cannot end before it has begun, but it can fail
    return task;
  }

  async function replay(tape: Tape, { onEntry = () => {}, onDifference }: ReplayOptions = {}): Promise<Replay> {
    const { loop, log } = createLoop({
      ...prepare(openingOf(tape)),
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
    const tasks = [...running.values()];
    for (const { loop } of tasks) loop.interrupt();
    await Promise.allSettled(tasks.map(({ over }) => over));
    bus.close();
  }

  return { start, resume, fork, replay, watch: (watchOptions) => bus.watch(watchOptions), close, [Symbol.asyncDispose]: close };
}

/** A task keeps the format that it was begun in. */
type Opening = Pick<Open, 'task_id' | 'format' | 'settings' | 'origin'>;
type Prepared = Opening & { readonly roles: readonly Role[] };
type Begun = { readonly loop: TaskLoop; readonly log: Log };

function openingOf(tape: Tape): Opening {
  const open = tape.peek()?.entry();
  if (open?.kind !== 'open') throw new ArtooError('journal_corrupt', 'a journal begins with its open entry');
  const { task_id, format, settings, origin } = open;
  return { task_id, format, settings, origin };
}

/** What cannot be begun lets go of its journal. */
function attempt<T>(journal: JournalWriter, act: () => T): T {
  try {
    return act();
  } catch (error) {
    void journal.close();
    throw error;
  }
}

/** Where the record cannot be followed, what can be done instead. */
function withWayOut(error: ArtooError, task_id: TaskId, seq: number, isFork: boolean): ArtooError {
  if (error.code !== 'diverged') return error;
  const way = isFork ? `--at ${seq} is the last place to fork it` : `artoo fork ${task_id} --at ${seq} goes on from there`;
  return new ArtooError('diverged', `${error.message}. ${way}`, { cause: error });
}

function stopAt(difference: Difference): never {
  throw diverged(difference);
}

function ended(result: FinalResult | undefined): FinalResult {
  if (result) return result;
  throw new ArtooError('task_halted', 'the log ended without a result');
}
