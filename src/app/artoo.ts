/** artoo as a library: runs tasks with the model, the tools and the person that a program brings, or with those that the machine is configured for. */
import { resolve } from 'node:path';
import { homeIn, personalFolder } from '../config/folders.ts';
import { configuredModel } from '../config/models/configured-model.ts';
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { newTaskId, parseTaskId } from '../contracts/ids.ts';
import type { AttachedData, UserInput } from '../contracts/intent.ts';
import { systemClock } from '../engine/clock.ts';
import type { Fork, Host } from '../engine/host.ts';
import { type Answers, answering, noPerson, type Person } from '../engine/person.ts';
import type { Task } from '../engine/tasks-under-way.ts';
import { forkPlaceIn, refuseForgotten } from '../history/replay/fork-place.ts';
import { findTask } from '../history/tasks/find-task.ts';
import { noteTask } from '../history/tasks/task-index.ts';
import type { Entry, TaskSettings } from '../journal/entry.ts';
import { draftJournal, journalPath, reopenJournal } from '../journal/files.ts';
import { before, type Tape } from '../journal/tape.ts';
import { openTape } from '../journal/tape-file.ts';
import { usualCaps } from '../laws/caps.ts';
import type { TaskMemory } from '../roles/r5-memory/task-memory.ts';
import type { Permissions } from '../tools/asking/permissions.ts';
import { applyRule } from './apply-rule.ts';
import { assembleTools } from './assemble-tools.ts';
import { Dreams, type RuleMaking } from './memory/dreams.ts';
import { openOwnMemory } from './memory/own-memory.ts';
import { refuseUsedId } from './used-id.ts';
import { type Wiring, wire } from './wire.ts';

export type ArtooOptions = Partial<
  Pick<
    Wiring,
    | 'model'
    | 'tools'
    | 'rules'
    | 'clock'
    | 'bus'
    | 'parallel'
    | 'steps'
    | 'control'
    | 'caps'
    | 'review'
    | 'env'
    | 'secrets'
    | 'recorder'
    | 'onText'
  >
> & {
  /** Who answers questions; by default nobody does, and what needs a yes is refused. */
  readonly answers?: Answers;
  /** Whether tasks read and write memory, or a memory to use in place of the one in the data folder; they do by default. */
  readonly memory?: boolean | TaskMemory;
  /** Hears what a person should know beside a task: that memory could not be asked or written. */
  readonly onNotice?: (text: string) => void;
  /** Hears, when it is closed, how many lessons have proved themselves and wait to be made rules. */
  readonly onRulesDue?: (count: number) => void;
  /** Where journals are kept; `~/.artoo` unless ARTOO_DATA_DIR says otherwise. */
  readonly data?: string;
  /** Where tasks may change files without asking; `~/artoo_workspace` unless ARTOO_WORKSPACE says otherwise. */
  readonly workspace?: string;
};

export type RunOptions = {
  /** Where relative paths start; the current folder by default. */
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
} & Pick<ArtooOptions, 'control' | 'caps' | 'review' | 'parallel'>;

/** A task under way. */
export type RunningTask = {
  readonly id: TaskId;
  /** The file of its journal. */
  readonly journal: string;
  /** Resolves when the task has ended, however it did. Rejects with an ArtooError when it could not be ended: it can be resumed. */
  readonly result: Promise<FinalResult>;
  /** Its log from here on, entry by entry: all of it when it is asked for at once. Whoever is slow is told how many entries they missed; the journal has all. */
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

export function createArtoo(options: ArtooOptions = {}): Artoo {
  const { answers = {}, env = process.env, clock = systemClock, data: givenData, workspace: givenWorkspace, ...rest } = options;
  const data = folderAt(givenData || env.ARTOO_DATA_DIR || '~/.artoo', env);
  const workspace = folderAt(givenWorkspace || env.ARTOO_WORKSPACE || '~/artoo_workspace', env);
  const configuredHere = configuredModel(env, data);
  const { rules, tools, memory: remembers = true, onNotice = () => {}, onRulesDue, ...ports } = rest;
  const memory = typeof remembers === 'object' ? undefined : openOwnMemory({ data, clock: () => new Date(clock.now()), onNotice });
  const secrets = () => [...(options.secrets?.() ?? []), ...configuredHere.secrets()];
  const furniture = assembleTools({ data, env, rules, tools, secrets });
  const model = options.model ?? configuredHere.model;
  const dreams =
    memory &&
    new Dreams({
      memory,
      data,
      model: typeof model === 'function' ? model('R2') : model,
      caps: options.caps,
      onNotice,
      onDue: onRulesDue,
    });
  const host = wire({
    ...ports,
    assembled: furniture,
    env,
    clock,
    model,
    memory: typeof remembers === 'object' ? remembers : memory,
    remembers: remembers !== false,
    person: personWith(answers, furniture.permissions, env),
    caps: { ...usualCaps, ...options.caps },
    grows: unset(options),
    folders: { data, workspace },
  });

  function run(
    goal: string,
    { cwd = process.cwd(), session = [], data: attached, task_id = newTaskId(new Date(clock.now())) }: RunOptions = {},
  ): RunningTask {
    const input = { text: goal, session, cwd: resolve(cwd), ...(attached ? { data: attached } : {}) };
    return shown(host.start(input, task_id));
  }

  function resume(task_id: string): RunningTask {
    const { tape, writer } = reopenJournal(data, parseTaskId(task_id));
    return shown(host.resume(tape, writer));
  }

  async function fork(task_id: string, { at, task_id: given, signal, ...changed }: ForkOptions): Promise<RunningTask> {
    const origin = await findTask(data, parseTaskId(task_id));
    const place = await forkPlaceIn(origin, at, signal);
    await refuseForgotten(origin, place, furniture.changes);
    const now = new Date(clock.now());
    const id = parseTaskId(given ?? newTaskId(now));
    refuseUsedId(data, id);
    using tape = await openTape(origin.path);
    const settings = changedSettings(tape, changed);
    const draft = draftJournal(data, id);
    const watch = host.watch({ task_id: id }); // from before it begins
    try {
      const shared = { task_id: origin.task_id, seq: at, at: now.toISOString(), cost: place.cost };
      const made = { task_id: id, origin: shared, settings, journal: draft.writer, onShared: draft.place };
      return shown(await host.fork(before(at, tape), made), watch);
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  function shown({ id, result, cancel }: Task, early?: ReturnType<Host['watch']>): RunningTask {
    let watch = early;
    const entries = () => {
      const first = watch ?? host.watch({ task_id: id });
      watch = undefined;
      return first;
    };
    const journal = journalPath(data, id);
    let isOver = false;
    dreams?.begin();
    const noted = noteTask(data, journal);
    const end = async () => {
      isOver = true;
      dreams?.end();
      await noted; // what comes last counts
      await noteTask(data, journal);
    };
    result.then(end, end);
    return { id, result, cancel, journal, entries: () => (isOver && !watch ? nothing() : entries()) };
  }

  async function close(): Promise<void> {
    await host.close();
    await dreams?.close();
    await memory?.close();
  }

  const makeRules = async (making: RuleMaking): Promise<number> => (await dreams?.makeRules(making)) ?? 0;

  return { run, resume, fork, makeRules, close, [Symbol.asyncDispose]: close };
}

type Limits = { readonly control?: ArtooOptions['control'] | undefined; readonly caps?: ArtooOptions['caps'] | undefined };

/** The limits of time that nobody set: they grow with the pace of the models. */
const unset = ({ control, caps }: Limits): NonNullable<TaskSettings['grows']> => [
  ...(control?.timeBudgetMs === undefined ? ['time_budget' as const] : []),
  ...(caps?.active_ms === undefined ? ['active_ms' as const] : []),
];

/** What is named, in place of what the origin has; the rest as it was. */
function changedSettings(
  tape: Tape,
  { control, caps, review, parallel }: Omit<ForkOptions, 'at' | 'task_id' | 'signal'>,
): Fork['settings'] {
  const opened = tape.peek()?.entry();
  if (opened?.kind !== 'open') return {};
  const was = opened.settings;
  return {
    control: { ...was.control, ...control },
    caps: { ...was.caps, ...caps },
    grows: was.grows?.filter((limit) => unset({ control, caps }).includes(limit)),
    review: review ?? was.review,
    parallel: parallel ?? was.parallel,
  };
}

/** Where no question is answered, nobody is there. */
function personWith(answers: Answers, permissions: Permissions, env: NonNullable<ArtooOptions['env']>): Person {
  if (Object.values(answers).every((answer) => answer === undefined)) return noPerson;
  return answering(answers.confirm ? { ...answers, confirm: remembering(answers.confirm, permissions, env) } : answers);
}

/** A rule that comes with a yes counts at once. */
function remembering(
  confirm: NonNullable<Answers['confirm']>,
  permissions: Permissions,
  env: NonNullable<ArtooOptions['env']>,
): NonNullable<Answers['confirm']> {
  return async (request) => {
    const said = await confirm(request);
    if (typeof said === 'object') applyRule(said, permissions, { cwd: request.cwd, home: homeIn(env) });
    return said;
  };
}

async function* nothing(): AsyncGenerator<never> {}

function folderAt(path: string, env: NonNullable<ArtooOptions['env']>): string {
  const read = personalFolder(path, { cwd: process.cwd(), home: homeIn(env) });
  if (read.ok) return read.value;
  throw new ArtooError('usage', `the folder ${path} ${read.error}`);
}
