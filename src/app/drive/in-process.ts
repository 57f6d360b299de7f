/** The tasks of this process, behind the port that all clients use. */
import type { FinalResult } from '../../contracts/control.ts';
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { parseTaskId, type TaskId } from '../../contracts/ids.ts';
import { saidIn } from '../../history/sessions/follow-up.ts';
import { findTask } from '../../history/tasks/find-task.ts';
import { readTasks } from '../../history/tasks/task-index.ts';
import type { TaskFile } from '../../history/tasks/task-list.ts';
import type { BusAddress } from '../../laws/network/bus-address.ts';
import type { BackgroundRun } from '../../tools/background/background-run.ts';
import { BackgroundRuns, type BackgroundRunsOptions } from '../../tools/background/background-runs.ts';
import { openJobFiles } from '../../tools/background/job-files.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import type { ArtooParts } from '../artoo-parts.ts';
import { takeOverTasks } from '../bus/take-over.ts';
import { checkCall } from '../check-options.ts';
import { dropTask } from '../drop-task.ts';
import { openArtoo } from '../open-artoo.ts';
import { resumeTask } from '../resume-task.ts';
import type { RunningTask } from '../tasks.ts';
import { checkRequest } from './check-requests.ts';
import type { Drive, DriveTeam, InBackground, Question } from './drive.ts';
import { driveAudit } from './drive-audit.ts';
import { driveMemory } from './drive-memory.ts';
import { costOf, diffsOf } from './drive-record.ts';
import { driveSessions } from './drive-sessions.ts';
import { createLivePieces } from './live-pieces.ts';
import { OpenQuestions } from './open-questions.ts';
import { questionIn, resultIn } from './read-back.ts';
import { createRunningNews } from './running-news.ts';
import { taskEntries } from './task-entries.ts';

/** Everything needed to run tasks, except the person: clients answer. */
export type DriveParts = Omit<ArtooParts, 'answers' | 'person' | 'onText' | 'onWait' | 'onOutput' | 'background'> &
  BackgroundRunsOptions & {
    /** The bus on which tasks whose hosts died are continued here. */
    readonly takesOver?: BusAddress | undefined;
  };

/** A task under way, with the questions that are open. */
type Running = { readonly task: RunningTask; readonly questions: OpenQuestions };

export function openDrive(parts: DriveParts): Drive {
  const { data, env = process.env, onNotice } = parts;
  const running = new Map<TaskId, Running>();
  /** Also has the questions of a fork, which may ask before it is listed as running. */
  const questions = new Map<TaskId, OpenQuestions>();
  const failures = new Map<TaskId, ArtooError>();
  const pieces = createLivePieces();
  const news = createRunningNews(() =>
    [...running].map(([task_id, { questions }]) => ({ task_id, questions: questions.open.map(inShort) })),
  );
  const sessions = driveSessions(data, onNotice);
  const background = new BackgroundRuns({ jobs: openJobFiles(data), ...parts });
  const artoo = openArtoo({
    ...parts,
    background,
    answers: {},
    person: (message, reply) => questionsOf(message.task_id).ask(message, reply),
    onText: ({ task_id, key, role }, text) => pieces.publish(task_id, { key, role, text }),
    onWait: ({ task_id, key }, wait) => pieces.publish(task_id, { key, wait }),
    onOutput: ({ task_id, key }, output) => pieces.publish(task_id as TaskId, { key, output }), // the id of a task that runs here
  });

  function questionsOf(id: TaskId): OpenQuestions {
    const known = questions.get(id) ?? new OpenQuestions(news.changed);
    questions.set(id, known);
    return known;
  }

  function track(task: RunningTask): RunningTask {
    const { id } = task;
    const asked = questionsOf(id);
    running.set(id, { task, questions: asked });
    failures.delete(id);
    news.changed();
    const end = () => {
      running.delete(id);
      questions.delete(id);
      asked.end();
      pieces.end(id);
    };
    task.result.then(end, (thrown) => {
      failures.set(id, asArtooError(thrown, 'handler_failed'));
      for (const [oldest] of failures) if (failures.size > maxFailures) failures.delete(oldest);
      end();
    });
    return task;
  }

  /** The task that a client names, and whether it runs here. */
  async function named(wanted: string): Promise<TaskFile & { readonly here: Running | undefined }> {
    checkRequest.text(wanted, 'the task');
    const exact = running.get(wanted as TaskId); // used only for a look-up
    if (exact) return { task_id: exact.task.id, path: exact.task.journal, here: exact };
    const found = await findTask(data, parseTaskId(wanted));
    return { ...found, here: running.get(found.task_id) };
  }

  async function* entries(wanted: string, options: Parameters<Drive['entries']>[1] = {}) {
    checkRequest.entries(options);
    const { from = 0, signal = never } = options;
    const { path, here } = await named(wanted);
    yield* taskEntries({ path, here: here?.task, from, signal });
  }

  async function* live(wanted: string, signal: AbortSignal = never) {
    const { task_id, here } = await named(wanted);
    if (here) yield* pieces.watch(task_id, signal);
  }

  async function result(wanted: string): Promise<FinalResult> {
    const { task_id, path, here } = await named(wanted);
    if (here) return here.task.result;
    const ended = await resultIn(path);
    if (ended) return ended;
    throw failures.get(task_id) ?? new ArtooError('stopped', `${task_id} was stopped before it ended`);
  }

  const answer: Drive['answer'] = async (wanted, given) => {
    checkRequest.answer(given);
    const { path, here } = await named(wanted);
    const known = here?.questions.answer(given);
    if (known) return known;
    const found = await questionIn(path, given.question);
    if (found !== 'open') return found === 'over' ? 'late' : 'unknown';
    if (!here) return 'stopped';
    return (await here.questions.isAsked(given.question)) ? (here.questions.answer(given) ?? 'late') : 'late';
  };

  async function resume(wanted: string): Promise<TaskId> {
    const { here, ...task } = await named(wanted);
    return here ? task.task_id : begun(await resumeTask(artoo, data, task));
  }

  /** Resolves once the first new entry is on disk. Rejects if the task was refused, so that there will be none. */
  async function begun(task: RunningTask): Promise<TaskId> {
    const entries = task.entries()[Symbol.asyncIterator]();
    track(task);
    const first = await entries.next();
    if (first.done) await task.result;
    void entries.return?.();
    return task.id;
  }

  const takingOver =
    parts.takesOver &&
    takeOverTasks({
      ...{ address: parts.takesOver, data, pace: parts.pace, onNotice },
      begin: (task_id, found) => begun(artoo.resume(task_id, found)),
    });

  return {
    async start(wanted) {
      checkRequest.start(wanted);
      const { goal, session, ...request } = wanted;
      const said = session === undefined ? [] : await saidIn(await sessions.exchanges(session), openChanges(data).isUndone);
      const task = artoo.run(goal, { ...request, session: said });
      const id = await begun(task);
      if (session !== undefined) sessions.add(session, goal, task);
      return id;
    },
    entries,
    live,
    result,
    questions: async (wanted) => (await named(wanted)).here?.questions.open ?? [],
    answer,
    async steer(wanted, text) {
      checkRequest.text(text, 'what is said');
      const { here } = await named(wanted);
      return (await here?.task.steer(text).then(() => 'taken' as const, refusedWhenOver)) ?? 'over';
    },
    async cancel(wanted, why) {
      const { here } = await named(wanted);
      here?.task.cancel(why);
      return here ? 'taken' : 'over';
    },
    resume,
    async fork(wanted, options) {
      const { task_id } = await named(wanted);
      checkCall.fork(task_id, options);
      return track(await artoo.fork(task_id, options)).id;
    },
    async planUndo(wanted) {
      const { task_id } = await named(wanted);
      const plan = await openChanges(data).planUndo(task_id);
      return plan && { id: plan.id, titles: plan.titles, steps: plan.steps, conflicts: plan.conflicts };
    },
    async undo(wanted, signal = never) {
      const { task_id } = await named(wanted);
      const changes = openChanges(data);
      await changes.recover(signal);
      const plan = await changes.planUndo(task_id);
      if (!plan) return { undone: false, conflicts: [] };
      const done = await changes.undo(plan, signal);
      if (done.undone) {
        const { rememberUndo } = await import('../memory/remember-undo.ts');
        await rememberUndo(plan.id, { data, changes, clock: () => new Date(), onNotice });
      }
      return done;
    },
    drop: async (wanted) => dropTask(data, await named(wanted)),
    list: (wanted) => readTasks(data, wanted),
    news: (signal = never) => news.watch(signal),
    diffs: async (wanted) => diffsOf(data, await named(wanted), env),
    replay: async (wanted) => {
      const task = await named(wanted);
      return (await import('../replay.ts')).replayTask(task);
    },
    async cost(of = {}) {
      checkRequest.cost(of);
      return costOf(data, of);
    },
    async allow(rule, folder) {
      checkRequest.text(rule, 'the rule');
      const { allowFromNowOn } = await import('./allow-from-now-on.ts');
      await allowFromNowOn(data, rule, folder);
    },
    async openSession(options = {}) {
      checkRequest.openSession(options);
      return sessions.open(options.after);
    },
    async exchanges(session) {
      checkRequest.text(session, 'the session');
      return sessions.exchanges(session);
    },
    inBackground: async () => Promise.all(background.running().map((run) => inBackground(run, background))),
    async keep(wanted) {
      const { task_id } = await named(wanted);
      return Promise.all(background.keep(task_id).map((run) => inBackground(run, background)));
    },
    memory: driveMemory({ data, env, onNotice }),
    audit: { ...driveAudit(data), of: async (wanted) => artoo.audit((await named(wanted)).task_id) },
    team: lateTeam(async () => (await import('./drive-team.ts')).driveTeam(data, env)),
    close,
    [Symbol.asyncDispose]: close,
  };

  async function close(): Promise<void> {
    await Promise.all([artoo.close(), takingOver?.[Symbol.asyncDispose]()]);
    news.close();
  }
}

/** Code that few tasks need is loaded on demand. */
const lateTeam = (load: () => Promise<DriveTeam>): DriveTeam => ({
  board: async (folder) => (await load()).board(folder),
  report: async (folder) => (await load()).report(folder),
  async *watch(folder, signal) {
    yield* (await load()).watch(folder, signal);
  },
});

const inShort = ({ id, seq, ts, type }: Question): Pick<Question, 'id' | 'seq' | 'ts' | 'type'> => ({ id, seq, ts, type });

const inBackground = async (run: BackgroundRun, runs: BackgroundRuns): Promise<InBackground> => ({
  ...{ id: run.id, task_id: run.task_id, command: run.command, since: run.since.toISOString() },
  ports: (await run.ports()).map(({ port }) => port),
  isKept: runs.isKept(run),
});

const never = new AbortController().signal;

/** How many stopped tasks are kept with the reason why they stopped. */
const maxFailures = 100;

function refusedWhenOver(error: unknown): 'over' {
  if (error instanceof ArtooError && error.code === 'task_over') return 'over';
  throw error;
}
