/** Runs, resumes and forks tasks, each with what is settled for the folder that it works in. */
import { resolve } from 'node:path';
import { type Settings, type TaskOptions, withOptions } from '../config/settings.ts';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import { newTaskId, parseTaskId, type TaskId } from '../contracts/ids.ts';
import type { AttachedData, UserInput } from '../contracts/intent.ts';
import type { Clock } from '../engine/clock.ts';
import type { Host } from '../engine/host.ts';
import type { Observers } from '../engine/observers.ts';
import type { Answers } from '../engine/person.ts';
import type { Task } from '../engine/tasks-under-way.ts';
import { forkPlaceIn, refuseForgotten } from '../history/replay/fork-place.ts';
import { findTask } from '../history/tasks/find-task.ts';
import { noteTask } from '../history/tasks/task-index.ts';
import type { Entry, TaskSettings } from '../journal/entry.ts';
import { draftJournal, journalPath, reopenJournal } from '../journal/files.ts';
import { type Tape, tapeBefore } from '../journal/tape.ts';
import { openTape } from '../journal/tape-file.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import { personWith } from './apply-rule.ts';
import { type AssembledTools, type AssembleOptions, assembleTools } from './assemble-tools.ts';
import { DreamSchedule, type RuleMaking } from './memory/dream-schedule.ts';
import type { RoleModels } from './role-models.ts';
import { refuseUsedId } from './used-id.ts';
import { sharedPorts, type Wiring, wire } from './wire.ts';

export type RunOptions = {
  /** Where the task works and relative paths start. */
  readonly cwd?: string;
  /** What was said before in the same session. */
  readonly session?: UserInput['session'];
  /** Data that comes with the goal. */
  readonly data?: AttachedData;
  readonly task_id?: string;
};

export type ForkOptions = {
  /** The entry from which on it goes its own way. */
  readonly at: number;
  readonly task_id?: string;
  /** Stops it as long as it only reads. */
  readonly signal?: AbortSignal;
} & Pick<TaskOptions, 'control' | 'caps' | 'review' | 'parallel'>;

/** A task under way. */
export type RunningTask = {
  readonly id: TaskId;
  /** The file of its journal. */
  readonly journal: string;
  /** Resolves when the task has ended, however it did. Rejects with an ArtooError when it could not be started, or not be ended: then it can be resumed. */
  readonly result: Promise<FinalResult>;
  /** Its log from here on, entry by entry: all of it when it is asked for at once. A slow reader is told how many entries it missed; the journal has all. */
  entries(): AsyncIterable<{ readonly entry: Entry } | { readonly lost: number }>;
  /** Ends it now. */
  cancel(why?: string): void;
};

/** Failure contract: each method throws or rejects with an ArtooError when the task cannot be started. */
export type Artoo = AsyncDisposable & {
  run(goal: string, options?: RunOptions): RunningTask;
  /** Goes on with a task that has not ended, with the folders, caps and constants that it was started with. */
  resume(task_id: string): RunningTask;
  /** A new task that shares the log of another up to a place, and goes on from there; what is left out of the options is as it was. */
  fork(task_id: string, options: ForkOptions): Promise<RunningTask>;
  /** Makes rules of what has proved itself, if something has and no task runs; tells how many. Rejects with an ArtooError when the memory cannot be reached. */
  makeRules(making: RuleMaking): Promise<number>;
  /** Stops what runs, without ending it. */
  close(): Promise<void>;
};

/** What is settled for tasks in one folder. */
export type Site = RoleModels & { readonly settings: Settings };

export type ArtooParts = Pick<AssembleOptions, 'tools'> &
  Pick<Wiring, 'recorder' | 'onText'> & {
    readonly data: string;
    /** At once or later, and the same one as long as nothing has changed. Where it throws or rejects, no task starts in that folder. */
    readonly siteOf: (cwd: string) => Site | Promise<Site>;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly answers: Answers;
    /** A memory to use in place of the one in the data folder. */
    readonly memory?: TaskMemory | undefined;
    readonly clock?: Clock | undefined;
    readonly bus?: Observers<Entry> | undefined;
    readonly onNotice: (text: string) => void;
    readonly onRulesDue?: ((count: number) => void) | undefined;
  };

/** The host of the tasks in one folder. */
type Room = { readonly host: Host; readonly assembled: AssembledTools };

type Started = Pick<Task, 'result' | 'cancel'>;

export function openArtoo(parts: ArtooParts): Artoo {
  const { data, env, tools, recorder, onText, onNotice } = parts;
  const { clock, bus, memory: machineMemory } = sharedPorts(parts);
  const ownMemory = parts.memory ? undefined : machineMemory;
  const rooms = new WeakMap<Site, Room>();
  /** By task, or by what is being forked: what has to be stopped when this is closed. */
  const running = new Map<object, Host>();
  const starting = new Set<Promise<unknown>>();
  let containment: AssembledTools['containment'] | undefined;
  let dreams: DreamSchedule | undefined;
  let isClosed = false;

  function roomOf(site: Site): Room {
    const known = rooms.get(site);
    if (known) return known;
    const { settings, model, secrets } = site;
    const assembled = assembleTools({ data, env, rules: settings.rules, tools, secrets, containment });
    containment ??= assembled.containment;
    const person = personWith(parts.answers, assembled.permissions, env);
    const memory = parts.memory ?? ownMemory;
    const host = wire({ settings, model, assembled, env, person, memory, clock, bus, recorder, ...(onText && { onText }) });
    const room = { host, assembled };
    rooms.set(site, room);
    return room;
  }

  function run(goal: string, { cwd = process.cwd(), session = [], data: attached, task_id }: RunOptions = {}): RunningTask {
    refuseClosed();
    if (goal.trim() === '') throw new ArtooError('goal_empty', 'the goal is empty');
    const id = parseTaskId(task_id ?? newTaskId(new Date(clock.now())));
    const input = { text: goal, session, cwd: resolve(cwd), ...(attached ? { data: attached } : {}) };
    return shown(
      id,
      begin(id, input.cwd, (host) => host.start(input, id)),
    );
  }

  function resume(task_id: string): RunningTask {
    refuseClosed();
    const id = parseTaskId(task_id);
    const { tape, writer } = reopenJournal(data, id);
    const cwd = settingsIn(tape)?.cwd ?? process.cwd(); // the host says what is wrong with a tape without
    const start = (host: Host) => host.resume(tape, writer);
    return shown(
      id,
      begin(id, cwd, start, () => void writer.close()),
    );
  }

  async function fork(task_id: string, { at, task_id: given, signal, ...changed }: ForkOptions): Promise<RunningTask> {
    refuseClosed();
    const origin = await findTask(data, parseTaskId(task_id));
    const place = await forkPlaceIn(origin, at, signal);
    using tape = await openTape(origin.path);
    const was = settingsIn(tape);
    const site = await parts.siteOf(was?.cwd ?? process.cwd());
    const room = roomOf(site);
    await refuseForgotten(origin, place, room.assembled.changes);
    const now = new Date(clock.now());
    const id = parseTaskId(given ?? newTaskId(now));
    refuseUsedId(data, id);
    refuseClosed();
    const draft = draftJournal(data, id);
    const watch = bus.watch({ task_id: id }); // from before it begins
    running.set(draft, room.host);
    try {
      const shared = { task_id: origin.task_id, seq: at, at: now.toISOString(), cost: place.cost };
      const settings = was ? withOptions(was, changed) : {};
      const made = { task_id: id, origin: shared, settings, journal: draft.writer, onShared: draft.place };
      return shown(id, track(await room.host.fork(tapeBefore(at, tape), made), room, site), watch);
    } catch (error) {
      await draft.discard();
      throw error;
    } finally {
      running.delete(draft);
    }
  }

  function refuseClosed(): void {
    if (isClosed) throw new ArtooError('usage', 'this artoo is closed and starts no more tasks; create another');
  }

  /** At once where the folder's settings are known; later where they have to be read. `onRefused` is called where it does not begin. */
  function begin(id: TaskId, cwd: string, start: (host: Host) => Task, onRefused: () => void = () => {}): Started {
    const startIn = (site: Site): Task => {
      const room = roomOf(site);
      return track(start(room.host), room, site);
    };
    const refuse = (error: unknown): never => {
      onRefused();
      throw error;
    };
    const site = siteOrFailure(cwd);
    if (!(site instanceof Promise)) {
      try {
        return startIn(site);
      } catch (error) {
        return refuse(error);
      }
    }
    const task = site
      .then((settled) => {
        if (isClosed) throw new ArtooError('cancelled', 'artoo was closed before the task began');
        return startIn(settled);
      })
      .catch(refuse);
    const begun: Promise<unknown> = task.catch(() => bus.end(id)).finally(() => starting.delete(begun));
    starting.add(begun);
    const result = task.then((started) => started.result);
    result.catch(() => {}); // seen by whoever holds the task, and no reason to end the process
    return { result, cancel: (why) => void task.then((started) => started.cancel(why)).catch(() => {}) };
  }

  /** What is wrong with the configuration is always told by the result of the task. */
  function siteOrFailure(cwd: string): Site | Promise<Site> {
    try {
      return parts.siteOf(cwd);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Everything beside the task that goes on as long as it runs. */
  function track(task: Task, { host }: Room, { settings, model }: Site): Task {
    const journal = journalPath(data, task.id);
    const asked = typeof model === 'function' ? model('R2') : model;
    const { caps } = settings.task;
    dreams ??= ownMemory && new DreamSchedule({ memory: ownMemory, data, model: asked, caps, onNotice, onDue: parts.onRulesDue });
    dreams?.begin();
    running.set(task, host);
    const noted = noteTask(data, journal);
    const end = async () => {
      running.delete(task);
      dreams?.end();
      await noted; // what comes last counts
      await noteTask(data, journal);
    };
    task.result.then(end, end);
    return task;
  }

  function shown(id: TaskId, { result, cancel }: Started, early?: ReturnType<Observers<Entry>['watch']>): RunningTask {
    let watch = early;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    result.then(end, end);
    const entries = () => {
      const first = watch ?? (isOver ? nothing() : bus.watch({ task_id: id }));
      watch = undefined;
      return first;
    };
    return { id, result, cancel, journal: journalPath(data, id), entries };
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all(starting);
    await Promise.all([...new Set(running.values())].map((host) => host.close()));
    bus.close();
    await dreams?.close();
    await ownMemory?.close();
  }

  const makeRules = async (making: RuleMaking): Promise<number> => (await dreams?.makeRules(making)) ?? 0;

  return { run, resume, fork, makeRules, close, [Symbol.asyncDispose]: close };
}

function settingsIn(tape: Tape): TaskSettings | undefined {
  const opened = tape.peek()?.entry();
  return opened?.kind === 'open' ? opened.settings : undefined;
}

async function* nothing(): AsyncGenerator<never> {}
