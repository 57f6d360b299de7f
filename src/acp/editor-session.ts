/** One session of an editor: each prompt is a task in the drive's session, or the answer to the last task's question. */
import type { RequestPermissionOutcome, RequestPermissionRequest, SessionUpdate, StopReason } from '@agentclientprotocol/sdk';
import type { Drive } from '../app/drive/drive.ts';
import { type WatchedTask, watchTask } from '../app/drive/watch-task.ts';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import {
  type Chosen,
  chosenIn,
  isForTalk,
  type PermissionQuestion,
  permissionRequest,
  type TalkQuestion,
  unattended,
} from './permission.ts';
import { fromAgent } from './protocol-text.ts';
import { slashIn } from './slash-commands.ts';
import { createTaskUpdates, type TaskUpdates } from './task-updates.ts';
import { undoFor } from './undo-for.ts';

/** The editor at the other end. */
export type Editor = {
  /** Resolves when the editor has taken the update, or has gone. */
  update(session: string, update: SessionUpdate): Promise<void>;
  /** Rejects if the editor cannot ask, has gone, or the signal fires. */
  ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionOutcome>;
  isGone(): boolean;
};

export type EditorSession = {
  /**
   * Resolves when the task has ended, was stopped or asks. Rejects with an ArtooError: `usage` while another prompt is under way, or an error of the
   * drive.
   */
  prompt(text: string): Promise<StopReason>;
  /** Ends the task that runs or waits for an answer; the prompt then returns. */
  cancel(): Promise<void>;
  /** Sets the task that `/resume` and `/undo` refer to, and whether it waits for an answer. */
  setLast(task: TaskId | undefined): void;
  isWaitingIn(task: TaskId | undefined): boolean;
};

type Options = { readonly drive: Drive; readonly editor: Editor; readonly id: string; readonly cwd: string };

export function createEditorSession({ drive, editor, id, cwd }: Options): EditorSession {
  let isBusy = false;
  let isCancelled = false;
  let asking = new AbortController();
  /** The last task that was watched: it runs, waits for an answer, has ended, or was stopped. */
  let task: WatchedTask | undefined;
  let last: TaskId | undefined;

  const say = (text: string): Promise<void> => editor.update(id, fromAgent(text));
  const talkQuestion = (): TalkQuestion | undefined => task?.open().find(isForTalk);

  function watch(started: TaskId, since?: number): WatchedTask {
    const updates = createTaskUpdates();
    last = started;
    const watched: WatchedTask = watchTask(drive, started, {
      ...(since !== undefined && { since }),
      async onEntry(entry, isPast) {
        for (const update of updates.see(entry, isPast)) await editor.update(id, update);
      },
      onQuestion: (question) => isForTalk(question) || void ask(watched, question, updates),
    });
    void listen(started, updates);
    return watched;
  }

  /** Live output of models and commands, until the task is over. */
  async function listen(started: TaskId, { hear }: TaskUpdates): Promise<void> {
    try {
      for await (const piece of drive.live(started)) for (const update of hear(piece)) await editor.update(id, update);
    } catch {
      // the entries contain everything that matters
    }
  }

  /** Puts a question to the person, whose choice answers only this question, about these effects. */
  async function ask(of: WatchedTask, question: PermissionQuestion, updates: TaskUpdates): Promise<void> {
    const { signal } = asking;
    const call = question.type === 'ConfirmRequest' ? updates.callAskedAbout(question.payload.hash) : undefined;
    try {
      const outcome = await editor.ask(permissionRequest(id, question, call), signal);
      const chosen = chosenIn(question, outcome);
      if (chosen) await of.answer(await withRule(chosen));
      else await cancel(); // the person gave neither a yes nor a no
    } catch {
      if (!editor.isGone() && !signal.aborted) await of.answer(unattended(question)).catch(() => {}); // a task that is over needs no answer
    }
  }

  /** Writes the rule that an answer asks for. If it cannot be written, the approval still counts this once. */
  async function withRule({ answer, rule }: Chosen): Promise<Chosen['answer']> {
    if (!rule || rule.scope === 'task') return answer;
    try {
      await drive.allow(rule.rule, rule.folder);
      return answer;
    } catch (thrown) {
      await say(`The rule was not written: ${asArtooError(thrown, 'config_invalid').message}\nYour yes holds only for this call.\n\n`);
      return { ...answer, reply: { allowed: true } };
    }
  }

  /** Resolves when the task has ended or was stopped, or has asked something that the next prompt answers. */
  async function follow(followed: WatchedTask): Promise<StopReason> {
    for (;;) {
      const changed = followed.changed();
      const rest = followed.rest();
      if (rest && 'result' in rest) return rest.result.reason === 'cancelled' ? 'cancelled' : 'end_turn';
      if (rest) {
        await say(`${rest.error.message}\n${rest.error.hint}\n\n\`/resume\` continues it.`);
        return isCancelled ? 'cancelled' : 'end_turn';
      }
      if (talkQuestion()) return 'end_turn';
      await changed;
    }
  }

  /** The task that the prompt starts, continues or answers. */
  async function taskFor(text: string, resumed: string | undefined): Promise<WatchedTask> {
    const question = talkQuestion();
    if (task && question) {
      await task.answer({ question: question.id, reply: replyTo(question, text) });
      return task;
    }
    const since = Date.now();
    return resumed === undefined ? watch(await drive.start({ goal: text, cwd, session: id })) : watch(await drive.resume(resumed), since);
  }

  /** The task that a slash command refers to. */
  function named(given: string | undefined): string {
    const found = given ?? last;
    if (found === undefined) throw new ArtooError('usage', 'there is no task in this session yet');
    if (task && !task.rest()) throw new ArtooError('usage', 'the last task is waiting for your answer; answer or cancel it first');
    return found;
  }

  async function cancel(): Promise<void> {
    isCancelled = true;
    asking.abort();
    if (task && !task.rest()) await drive.cancel(task.id);
  }

  return {
    cancel,
    setLast: (of) => {
      last ??= of;
    },
    isWaitingIn: (of) => task !== undefined && task.id === of && !task.rest(),
    async prompt(text) {
      if (isBusy) throw new ArtooError('usage', 'this session is still working on the last prompt');
      isBusy = true;
      isCancelled = false;
      asking = new AbortController();
      try {
        const slash = slashIn(text);
        const about = slash && named(slash.task);
        if (slash?.command === 'undo') {
          const { signal } = asking;
          await say(await undoFor({ drive, task: named(slash.task), cwd, session: id, ask: (request) => editor.ask(request, signal) }));
          return isCancelled ? 'cancelled' : 'end_turn';
        }
        task = await taskFor(text, about);
        if (isCancelled) await drive.cancel(task.id);
        return await follow(task);
      } finally {
        isBusy = false;
      }
    },
  };
}

/** Only the word `approve` approves a plan; anything else says what to do instead. */
const replyTo = ({ type }: TalkQuestion, text: string) =>
  type === 'ClarifyQuestion'
    ? { answer: text }
    : text.toLowerCase() === 'approve'
      ? { approved: true }
      : { approved: false, instead: text };
