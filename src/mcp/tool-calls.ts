/**
 * What each tool does, in either era of the protocol: a call ends with data, or with a form for the person, and continues with what they filled in.
 */
import { createHash } from 'node:crypto';
import type { Drive } from '../app/drive/drive.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { law1Mark } from '../contracts/text/law-mark.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { readDuration } from '../reading/quantities.ts';
import { planLines } from '../view/asking/undo-lines.ts';
import { type FollowedTask, followTasks, type Waiting } from './followed-tasks.ts';
import { type Filling, type PersonForm, personForm, replyOf, saidYes, yesNoForm } from './person-form.ts';
import type { ServedFolders } from './served-folders.ts';
import { readLog } from './task-log.ts';
import { type CallerQuestion, isForCaller, isForPerson } from './task-report.ts';
import type { ContinueInput, LogInput, LogOutput, Report, StartInput, TryInput, TryOutput, UndoOutput } from './tool-shapes.ts';
import { type Judged, triedOutput } from './tried-output.ts';

export type ToolCallsOptions = {
  readonly drive: Drive;
  readonly folders: ServedFolders;
  /** How long a call waits for its task before the caller is told that it is still running. */
  readonly waitMs: number;
  /** What a command would do in a folder; none of its effects becomes real. */
  readonly judge: (command: string, cwd: string, timeout_s: number, signal: AbortSignal) => Promise<Judged>;
};

/** The subject of a form. It goes to the client and comes back sealed with the person's answer, so that only this server can have made it. */
export type Asked = { readonly task: string; readonly about: string };

/** `back`: what the person filled in; undefined if the person still has to be asked. */
export type Call = Waiting & {
  readonly back?: { readonly asked: Asked; readonly filling?: Filling | undefined } | undefined;
  /** Called with the task that the call waits for. */
  readonly onTask?: (task: TaskId) => void;
};

export type Step<Output> = { readonly output: Output } | { readonly form: PersonForm; readonly asked: Asked };

export type ToolCalls = {
  start(input: StartInput, call: Call): Promise<Step<Report>>;
  continueTask(input: ContinueInput, call: Call): Promise<Step<Report>>;
  log(input: LogInput, call: Waiting): Promise<Step<LogOutput>>;
  tryOut(input: TryInput, call: Waiting): Promise<Step<TryOutput>>;
  undo(task: string, call: Call): Promise<Step<UndoOutput>>;
};

export function createToolCalls({ drive, folders, waitMs, judge }: ToolCallsOptions): ToolCalls {
  const desk = followTasks({ drive, waitMs });

  type Named = { readonly id: TaskId; readonly goal: string };

  const taskNamed = async (name: string): Promise<Named> => desk.get(name) ?? (await taskInFolders(name));

  /** Throws `usage` for a task of any other folder, as if it did not exist. */
  async function taskInFolders(name: string): Promise<Named> {
    let id: TaskId | undefined;
    for await (const entry of drive.entries(name)) {
      if (entry.kind === 'open' && (await folders.has(entry.settings.cwd))) id = entry.task_id;
      if (id && entry.kind === 'message' && entry.type === 'UserInput') return { id, goal: entry.payload.text };
      if (entry.seq > 1) break;
    }
    throw new ArtooError('usage', `there is no task ${name.slice(0, 64)} in the folders of this server`);
  }

  /** Follows the task until it ends, is stopped, asks, or the time is up. */
  async function follow(task: FollowedTask, call: Call): Promise<Step<Report>> {
    call.onTask?.(task.id);
    const question = await task.next(call);
    if (!question) return { output: task.report() };
    return { form: personForm(question, task), asked: { task: task.id, about: question.id } };
  }

  /** The person's answer to a question of the task; if the question has meanwhile been answered, this changes nothing. */
  async function answered({ asked, filling }: NonNullable<Call['back']>, call: Call): Promise<Step<Report>> {
    const task = desk.get(asked.task);
    if (!task) throw new ArtooError('usage', 'the question that this answers is no longer known; artoo_continue continues the task');
    const question = task.open().find(({ id }) => id === asked.about);
    if (filling && call.canAsk && question && isForPerson(question)) {
      if (filling.action === 'cancel') {
        await drive.cancel(task.id, 'the question was closed without an answer'); // the person gave neither a yes nor a no
        await task.rested;
      } else await task.answer(replyOf(question, filling));
    }
    return follow(task, call);
  }

  return {
    async start({ goal, cwd, budget, max_cost }, call) {
      if (call.back) return answered(call.back, call);
      const folder = await folders.folder(cwd);
      const caps = { ...(budget !== undefined && { active_ms: durationOf(budget) }), ...(max_cost !== undefined && { usd: max_cost }) };
      const task = await desk.begin(goal, () => drive.start({ goal, cwd: folder, caps, places: [] }));
      return follow(task, call);
    },

    async continueTask({ task_id, answer }, call) {
      if (call.back) return answered(call.back, call);
      const found = await taskNamed(task_id);
      const task = await running(found);
      if (answer !== undefined) await answerAs(task, answer);
      return follow(task, call);
    },

    async log({ task_id, lines }, { signal }) {
      if (task_id === undefined) return { output: { tasks: await listed(), task: null, log: [] } };
      const { id } = await taskNamed(task_id);
      const known = desk.get(id);
      if (known) return { output: { tasks: [], task: known.report(), log: known.lines.slice(-lines) } };
      return { output: { tasks: [], ...(await readLog(drive, id, lines, signal)) } };
    },

    async tryOut({ command, cwd, timeout_s }, { signal }) {
      return { output: triedOutput(await judge(command, await folders.folder(cwd), timeout_s, signal)) };
    },

    async undo(name, { canAsk, back, signal }) {
      const { id } = await taskNamed(name);
      const plan = await drive.planUndo(id);
      const result = (undone: boolean, more: Partial<UndoOutput> = {}): Step<UndoOutput> => ({
        output: { task_id: id, undone, paths: [], conflicts: [], ...more },
      });
      if (!plan) return result(false);
      const about = createHash('sha256')
        .update(JSON.stringify([plan.steps, plan.conflicts]))
        .digest('hex');
      const paths = plan.steps.map(({ path }) => path);
      if (plan.conflicts.length > 0) return result(false, { paths, conflicts: plan.conflicts.map(({ path, why }) => ({ path, why })) });
      if (!canAsk)
        throw new ArtooError(
          'person_needed',
          `${law1Mark}not undone: it needs the person's approval, but this client cannot ask for it; the person can run: artoo undo ${shortId(id)}`,
        );
      const isAnswer = back?.filling && back.asked.task === id && back.asked.about === about; // false if the person answered about an earlier plan of the undo
      if (!isAnswer) return { form: yesNoForm(planLines(plan).join('\n')), asked: { task: id, about } };
      if (!back.filling || !saidYes(back.filling))
        throw new ArtooError('person_needed', `${law1Mark}not undone: the person did not say yes`);
      const done = await drive.undo(id, signal);
      return result(done.undone, { paths, conflicts: done.undone ? [] : done.conflicts.map(({ path, why }) => ({ path, why })) });
    },
  };

  /** The task, resumed if it was stopped or cancelled; unchanged if it has ended. */
  async function running({ id, goal }: Named): Promise<FollowedTask> {
    const known = desk.get(id);
    const { state, reason } = known?.report() ?? {};
    if (known && state !== 'stopped' && reason !== 'cancelled' && reason !== 'infrastructure') return known;
    try {
      const task = await desk.begin(goal, () => drive.resume(id), Date.now());
      await task.caughtUp;
      return task;
    } catch (thrown) {
      if (!(thrown instanceof ArtooError) || thrown.code !== 'task_over') throw thrown;
      return known ?? desk.begin(goal, async () => id, Date.now()); // the task has ended: its report contains the outcome
    }
  }

  /** An answer from a caller can only be about the goal or the plan. */
  async function answerAs(task: FollowedTask, answer: string): Promise<void> {
    const question = task.open().find(isForCaller);
    if (question) return void (await task.answer({ question: question.id, reply: replyTo(question, answer) }));
    if (task.open().length > 0)
      throw new ArtooError(
        'person_needed',
        `${law1Mark}only the person can answer what ${shortId(task.id)} asks; leave out the answer, and the person is asked`,
      );
    if (task.report().state === 'ended')
      throw new ArtooError('usage', `${shortId(task.id)} has ended and asks nothing; artoo_log says how it ended`);
    throw new ArtooError('usage', `${shortId(task.id)} asks nothing that a caller can answer; to wait for the task, leave out the answer`);
  }

  async function listed(): Promise<LogOutput['tasks']> {
    const { tasks } = await drive.list({ limit: maxRead });
    const found: LogOutput['tasks'] = [];
    for (const task of tasks) {
      if (found.length === maxListed) break;
      if (task.state === 'unreadable' || !(await folders.has(task.cwd))) continue;
      const { task_id, state, goal, cwd = '', started } = task;
      found.push({ task_id, state, goal, cwd, started, directive: task.state === 'ended' ? task.directive : null });
    }
    return found;
  }
}

const [maxRead, maxListed] = [500, 50] as const;

function durationOf(text: string): number {
  const read = readDuration(text);
  if (!read.ok) throw new ArtooError('usage', `budget ${read.error}`);
  return read.value;
}

/** Only the word `approve` approves a plan; anything else says what to do instead. */
const replyTo = ({ type }: CallerQuestion, answer: string) =>
  type === 'ClarifyQuestion'
    ? { answer }
    : answer.trim().toLowerCase() === 'approve'
      ? { approved: true }
      : { approved: false, ...(answer.trim() !== '' && { instead: answer.trim() }) };
