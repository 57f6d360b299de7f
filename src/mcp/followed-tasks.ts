/**
 * The tasks that callers started or continued here. Each is followed; questions for which no person can be asked are refused at once; and callers
 * wait for what happens next.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Drive, Question } from '../app/drive/drive.ts';
import { type WatchedTask, watchTask } from '../app/drive/watch-task.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Entry } from '../journal/entry.ts';
import { fitted } from '../view/picture/layout.ts';
import { createPicture } from '../view/picture/picture.ts';
import { textOf } from '../view/style/line.ts';
import { unattendedReply } from './person-form.ts';
import { createRefusals } from './refusals.ts';
import { isForPerson, type PersonQuestion, reportOf } from './task-report.ts';
import type { Report } from './tool-shapes.ts';

/** One call that waits for a task. */
export type Waiting = {
  /** Whether the person can be asked through this caller. */
  readonly canAsk: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: ((seq: number, message: string | undefined) => void) | undefined;
};

export type FollowedTask = {
  readonly id: TaskId;
  readonly goal: string;
  /** The last lines about the task, oldest first. */
  readonly lines: readonly string[];
  open(): readonly Question[];
  report(): Report;
  /** Resolves with a question that only the person may answer, if one is next; otherwise when the task rests, asks the caller, or the time is up. */
  next(waiting: Waiting): Promise<PersonQuestion | undefined>;
  readonly answer: WatchedTask['answer'];
  readonly caughtUp: Promise<void>;
  readonly rested: Promise<void>;
};

type DeskOptions = { readonly drive: Drive; readonly waitMs: number; readonly maxRunning?: number };

/** What is kept about a task for callers who ask about its progress. */
const [maxLines, maxKept] = [500, 256] as const;

export type FollowedTasks = {
  /** Follows a task once `begin` has started it here. `since`: when it was resumed. Throws `usage` if too many are running. */
  begin(goal: string, begin: () => Promise<TaskId>, since?: number): Promise<FollowedTask>;
  /** The task, if it is followed here. */
  get(id: string): FollowedTask | undefined;
};

export function followTasks({ drive, waitMs, maxRunning = 8 }: DeskOptions): FollowedTasks {
  const tasks = new Map<string, FollowedTask>();
  let starting = 0;

  function refuseMore(): void {
    const isOver = ({ report }: FollowedTask) => report().state === 'ended' || report().state === 'stopped';
    const running = starting + [...tasks.values()].filter((task) => !isOver(task)).length;
    if (running >= maxRunning)
      throw new ArtooError(
        'usage',
        `${running} tasks are already running, which is the limit of this server; artoo_continue waits for one of them`,
      );
  }

  return {
    async begin(goal, begin, since) {
      refuseMore();
      starting += 1;
      try {
        const task = follow(drive, await begin(), goal, waitMs, since);
        tasks.delete(task.id);
        tasks.set(task.id, task);
        for (const [oldest, { report }] of tasks) if (tasks.size > maxKept && report().state === 'ended') tasks.delete(oldest);
        return task;
      } finally {
        starting -= 1;
      }
    },
    get: (id) => tasks.get(id),
  };
}

function follow(drive: Drive, id: TaskId, goal: string, waitMs: number, since?: number): FollowedTask {
  const picture = createPicture();
  const lines: string[] = [];
  const refusals = createRefusals();
  const listeners = new Set<NonNullable<Waiting['onProgress']>>();
  let canAsk = true; // until a caller says otherwise, which every caller does before a task can ask

  function see(entry: Entry, isPast: boolean): void {
    const said = fitted(picture.see(entry), undefined).map(textOf);
    refusals.see(entry);
    lines.push(...said);
    lines.splice(0, lines.length - maxLines);
    if (!isPast) for (const listener of listeners) listener(entry.seq, said.at(-1)?.trim());
  }

  const refuse = (question: PersonQuestion): void => void watched.answer(unattendedReply(question)).catch(() => {}); // a task that is over needs no answer

  const watched: WatchedTask = watchTask(drive, id, {
    ...(since !== undefined && { since }),
    onEntry: see,
    onQuestion: (question) => {
      if (!canAsk && isForPerson(question)) refuse(question);
    },
  });
  const open = () => watched.open().filter((question) => canAsk || !isForPerson(question));

  async function next(waiting: Waiting): Promise<PersonQuestion | undefined> {
    const { signal, onProgress } = waiting;
    if (canAsk && !waiting.canAsk) for (const question of watched.open().filter(isForPerson)) refuse(question);
    canAsk = waiting.canAsk;
    const over = new AbortController();
    const timer = delay(waitMs, 'late' as const, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => 'late' as const);
    if (onProgress) listeners.add(onProgress);
    try {
      for (;;) {
        const changed = watched.changed();
        const [question] = open();
        if (question) return isForPerson(question) ? question : undefined;
        if (watched.rest() || (await Promise.race([changed, timer])) === 'late') return undefined;
      }
    } finally {
      over.abort();
      if (onProgress) listeners.delete(onProgress);
    }
  }

  return {
    ...{ id, goal, lines, open, next, answer: watched.answer, caughtUp: watched.caughtUp, rested: watched.rested },
    report: () => reportOf({ task_id: id, rest: watched.rest(), open: open(), refused: refusals.all() }),
  };
}
