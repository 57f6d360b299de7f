/** Runs tasks, many at once: gives each its journal, its own roles and its loop, and shows what happens to whoever watches. */
import type { Bus, Watch, WatchOptions } from '../bus/bus.ts';
import { createInProcessBus } from '../bus/in-process.ts';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { newTaskId, parseTaskId, type TaskId } from '../contracts/ids.ts';
import type { UserInput } from '../contracts/intent.ts';
import { defaults, type Hyperparameters } from '../control/hyperparameters.ts';
import type { World } from '../effects/effects.ts';
import { type Difference, diverged } from '../effects/tape.ts';
import { type Entry, journalFormat, type TaskSettings } from '../journal/entry.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { type Caps, uncapped } from '../laws/caps.ts';
import { createGate } from './admit.ts';
import { type Clock, createStamper, systemClock } from './clock.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createLog, type LogOptions } from './log.ts';
import { nobody, type Person } from './person.ts';
import type { MessageDraft, Role, RoleFactory } from './role.ts';
import { TaskLoop } from './task.ts';

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
  /** The constants of the controller for new tasks. */
  readonly control?: Partial<Hyperparameters>;
  /** How much a new task may use; what is left out is without end. */
  readonly caps?: Partial<Caps>;
  /** Whether the person sees every plan of a new task before it is carried out. */
  readonly review?: boolean;
  readonly person?: Person;
  readonly bus?: Bus<Entry>;
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

type Replay = {
  /** Every entry that the replay came to. */
  readonly entries: readonly Entry[];
  readonly differences: readonly Difference[];
  /** The end of the task, if the journal has it. */
  readonly result: FinalResult | undefined;
};

/** Failure contract: each method throws or rejects with an ArtooError. */
export type Host = AsyncDisposable & {
  start(input: UserInput, task_id?: string): Task;
  /** Goes on with a task that has not ended, from its entries and a writer that appends to them. */
  resume(entries: readonly Entry[], journal: JournalWriter): Task;
  /** Runs a task again from its entries alone. Without `onDifference`, the first difference rejects. */
  replay(entries: readonly Entry[], onDifference?: (difference: Difference) => void): Promise<Replay>;
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
    review = false,
    person = nobody,
    clock = systemClock,
  } = options;
  const bus = options.bus ?? createInProcessBus<Entry>();
  const control = { ...defaults, ...options.control };
  const caps = { ...uncapped, ...options.caps };
  const limits = { ...defaultLimits, ...options.limits };
  const running = new Map<TaskId, { loop: TaskLoop; over: Promise<unknown> }>();

  /** Roles are made before a journal is opened: one that cannot be made leaves nothing behind. */
  const prepare = (opening: Opening): Prepared => ({ ...opening, roles: factories.map((make) => make(opening.settings)) });

  type Run = Prepared & Pick<LogOptions, 'tape' | 'journal' | 'onDifference'> & { readonly publish: (entry: Entry) => void };

  function createLoop({ task_id, format, settings, roles, tape, journal, onDifference, publish }: Run): TaskLoop {
    const log = createLog({ task_id, format, tape, journal, onDifference, stamp: createStamper(clock, tape.at(-1)?.ts) });
    const answered = new Set(tape.map(answers).filter((key) => key !== undefined));
    const loop = new TaskLoop({ task_id, roles, log, world, person, publish, answered, limits, caps: settings.caps });
    log.derive({ kind: 'open', format, task_id, artoo: version, settings });
    return loop;
  }

  function launch(prepared: Prepared, tape: readonly Entry[], journal: JournalWriter, begin: (loop: TaskLoop) => void): Task {
    const { task_id } = prepared;
    const publish = (entry: Entry) => bus.publish(task_id, entry);
    const loop = createLoop({ ...prepared, tape, journal, publish, onDifference: stopAt });
    try {
      begin(loop);
      journal.flush(); // from here on there is a goal to resume
    } catch (error) {
      void journal.close();
      throw error;
    }
    const result = loop
      .run()
      .then(ended)
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
    createGate().admit('User', draft); // a goal that is refused gets no journal
    const prepared = prepare({ task_id, format: journalFormat, settings: { cwd: input.cwd, workspace, parallel, control, caps, review } });
    return launch(prepared, [], openJournal(task_id), (loop) => loop.send(draft));
  }

  function resume(entries: readonly Entry[], journal: JournalWriter): Task {
    const opening = openingOf(entries);
    const { task_id } = opening;
    if (running.has(task_id)) throw new ArtooError('journal_locked', `${task_id} is under way in this process`);
    if (entries.length === 1) throw new ArtooError('journal_empty', `the journal of ${task_id} ends before its goal`);
    if (isOver(entries)) throw new ArtooError('task_over', `${task_id} has ended`);
    return launch(prepare(opening), entries, journal, () => {});
  }

  async function replay(tape: readonly Entry[], onDifference?: (difference: Difference) => void): Promise<Replay> {
    const entries: Entry[] = [];
    const differences: Difference[] = [];
    const note = (difference: Difference) => {
      differences.push(difference);
      if (!onDifference) throw diverged(difference);
      onDifference(difference);
    };
    const loop = createLoop({
      ...prepare(openingOf(tape)),
      tape,
      journal: undefined,
      publish: (entry) => void entries.push(entry),
      onDifference: note,
    });
    return { result: await loop.run(), entries, differences };
  }

  async function close(): Promise<void> {
    const tasks = [...running.values()];
    for (const { loop } of tasks) loop.interrupt();
    await Promise.allSettled(tasks.map(({ over }) => over));
    bus.close();
  }

  return { start, resume, replay, watch: (watchOptions) => bus.watch(watchOptions), close, [Symbol.asyncDispose]: close };
}

/** What an entry answers: the effect key of its intent, or the id of the question. */
function answers(entry: Entry): string | undefined {
  if (entry.kind === 'outcome') return entry.key;
  return entry.kind === 'message' ? entry.reply_to : undefined;
}

/** A task keeps the format that it was begun in. */
type Opening = { readonly task_id: TaskId; readonly format: number; readonly settings: TaskSettings };
type Prepared = Opening & { readonly roles: readonly Role[] };

function openingOf([open]: readonly Entry[]): Opening {
  if (open?.kind !== 'open') throw new ArtooError('journal_corrupt', 'a journal begins with its open entry');
  return { task_id: open.task_id, format: open.format, settings: open.settings };
}

function stopAt(difference: Difference): never {
  throw diverged(difference);
}

const isOver = (entries: readonly Entry[]): boolean => entries.some((entry) => entry.kind === 'message' && entry.type === 'FinalResult');

function ended(result: FinalResult | undefined): FinalResult {
  if (result) return result;
  throw new ArtooError('task_halted', 'the log ended without a result');
}
