/** The tasks under way in this process: gives each its roles, its log and its loop, and publishes new entries to observers. */
import { type FinalResult, youCancelled } from '../contracts/control.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { type Difference, diverged } from '../effects/compare-entries.ts';
import type { World } from '../effects/effects.ts';
import type { Entry, MessageEntry, Open, TaskSettings } from '../journal/entry.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { noMemory, type TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { MessageDraft, Role, RoleFactory } from '../roles/role.ts';
import { type Clock, createStamper } from './clock.ts';
import type { Limits } from './limits.ts';
import { createLog, type Log, type LogOptions } from './log.ts';
import type { Observers } from './observers.ts';
import { noPerson, type Person } from './person.ts';
import { steering } from './steering.ts';
import { TaskLoop } from './task-loop.ts';
import type { TaskOptions } from './task-options.ts';

/** A task under way. */
export type Task = {
  readonly id: TaskId;
  /** Resolves when the end of the task is on disk and no part of it is still running. Rejects if the task did not end and can be resumed. */
  readonly result: Promise<FinalResult>;
  /** Sends what the person says. Throws an ArtooError if it is refused or the task is over. */
  send(draft: MessageDraft): void;
  /** Passes what the person says while the task runs to the roles. Throws an ArtooError if the task is over. */
  steer(text: string): void;
  /** Asks R7 to end the task now. Does nothing if it is already ending. */
  cancel(why?: string): void;
};

/** How a task was opened. The task keeps the journal format that it was started with. */
export type Opening = Pick<Open, 'task_id' | 'format' | 'settings' | 'origin' | 'audit_seal' | 'bus'>;
type Prepared = Opening & { readonly roles: readonly Role[] };
type Started = { readonly loop: TaskLoop; readonly log: Log };
type Run = Prepared & Pick<LogOptions, 'tape' | 'journal' | 'isFork' | 'onDifference' | 'onLive'> & Pick<TaskOptions, 'publish'>;
type Launch = Pick<LogOptions, 'tape'> & { readonly journal: JournalWriter; readonly isFork?: boolean; readonly onLive?: () => void };

export type TasksUnderWayOptions = {
  readonly factories: readonly RoleFactory[];
  readonly world: World;
  readonly version: string;
  readonly person: Person;
  readonly memory: TaskMemory | undefined;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly observers: Observers<Entry>;
};

export type TasksUnderWay = {
  has(task_id: TaskId): boolean;
  /** Makes the roles, before a journal is opened: if that fails, nothing is left on disk. */
  prepare(opening: Opening): Prepared;
  createLoop(run: Run): Started;
  /** Runs the task, and lets observers see its new entries. If `begin` throws, nothing runs and the journal is closed. */
  launch(prepared: Prepared, launch: Launch, begin: (run: Started) => void): Task;
  /** Stops all tasks without ending them. */
  interrupt(): Promise<void>;
};

export function createTasksUnderWay(options: TasksUnderWayOptions): TasksUnderWay {
  const { factories, world, version, person, memory, clock, limits, observers } = options;
  const running = new Map<TaskId, { loop: TaskLoop; over: Promise<unknown> }>();

  const prepare = (opening: Opening): Prepared => ({ ...opening, roles: factories.map((make) => make(opening.settings)) });

  function createLoop({ roles, publish, ...run }: Run): Started {
    const { task_id, format, settings, origin, audit_seal, bus } = run;
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
      audited: settings.audited,
      dropped: () => observers.dropped(task_id),
    });
    const more = { ...(origin && { origin }), ...(audit_seal && { audit_seal }), ...(bus && { bus }) };
    log.derive({ kind: 'open', format, task_id, artoo: version, settings, ...more });
    return { loop, log };
  }

  /** A task that was started without memory never gets one. */
  function memoryOf(settings: TaskSettings): TaskMemory {
    if (!settings.memory) return noMemory('the task runs without memory');
    return memory ?? noMemory('there is no memory');
  }

  /**
   * Throws if the task has asked a person a question and there is no person to answer it: the task cannot be resumed yet, because answering no in the
   * person's place would be wrong.
   */
  function mustBeAnswerable(question: MessageEntry | undefined): void {
    if (person !== noPerson || !question) return;
    if (question.type === 'ConfirmRequest' && question.payload.caution) return; // a caution does not need a person
    throw new ArtooError(
      'person_needed',
      `entry ${question.seq} is a question to a person (${question.type}), and there is no person to answer it`,
    );
  }

  function launch(prepared: Prepared, { tape, journal, isFork = false, onLive = () => {} }: Launch, begin: (run: Started) => void): Task {
    const { task_id } = prepared;
    const publish: TaskOptions['publish'] = (entry, isFromTape) => {
      if (!isFromTape) observers.publish(task_id, entry);
    };
    const onDifference = (difference: Difference): never => {
      throw diverged(difference);
    };
    const { loop, log } = orClose(journal, () => {
      const made = createLoop({ ...prepared, tape, journal, isFork, onLive, publish, onDifference });
      begin(made);
      void journal.flush(); // from here on the task can be resumed; if writing takes time, the loop of the task waits for it first
      return made;
    });
    const result = loop
      .run()
      .then((ended) => {
        if (ended) return ended;
        throw new ArtooError('task_halted', 'the log ended without a result');
      })
      .catch((thrown) => {
        throw withWayOut(asArtooError(thrown, 'handler_failed'), task_id, log.size, isFork);
      })
      .finally(() => {
        running.delete(task_id);
        observers.end(task_id);
      });
    result.catch(() => {}); // the process must not crash if the result is never awaited
    running.set(task_id, { loop, over: result });
    return {
      id: task_id,
      result,
      send: (draft) => loop.send(draft),
      steer(text) {
        if (text.trim() === '') throw new ArtooError('usage', 'nothing was said');
        for (const draft of steering(text)) loop.send(draft);
      },
      cancel(why = youCancelled) {
        if (!loop.isEnding) loop.send({ to: 'R7', type: 'Cancel', payload: { why } });
      },
    };
  }

  async function interrupt(): Promise<void> {
    const tasks = [...running.values()];
    for (const { loop } of tasks) loop.interrupt();
    await Promise.allSettled(tasks.map(({ over }) => over));
  }

  return { has: (task_id) => running.has(task_id), prepare, createLoop, launch, interrupt };
}

/** Closes the journal if `act` throws. */
export function orClose<T>(journal: JournalWriter, act: () => T): T {
  try {
    return act();
  } catch (error) {
    void journal.close();
    throw error;
  }
}

/** Adds a hint for the person if the tape cannot be followed. */
function withWayOut(error: ArtooError, task_id: TaskId, seq: number, isFork: boolean): ArtooError {
  if (error.code !== 'diverged') return error;
  const way = isFork
    ? `entry ${seq} is the last one at which this task can be forked`
    : `artoo fork ${shortId(task_id)} --at ${seq} continues from that entry`;
  return new ArtooError('diverged', `${error.message}. ${way}`, { cause: error });
}
