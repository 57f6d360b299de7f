/** Follows one task for a client that comes and goes: which questions are open, which entry came last, and how the task ended. */
import type { FinalResult } from '../../contracts/control.ts';
import { type ArtooError, asArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { isQuestion } from '../../contracts/routes.ts';
import type { Entry, MessageEntry } from '../../journal/entry.ts';
import type { Answer, Answered, Drive, Question } from './drive.ts';

export type WatchOptions = {
  /** Entries before this moment are past: a question among them is open only if no past entry answers it. */
  readonly since?: number;
  /** Gets every entry, including past ones. The next entry is read once the promise resolves, so what a slow client has not taken stays in the journal. */
  readonly onEntry?: (entry: Entry, isPast: boolean) => void | Promise<void>;
  /** Gets every question that is open. */
  readonly onQuestion?: (question: Question) => void;
};

/** How a task ended: with its result, or stopped before that. */
export type Rest = { readonly result: FinalResult } | { readonly error: ArtooError };

export type WatchedTask = {
  readonly id: TaskId;
  /** Questions without an answer, oldest first; none until the past has been read. */
  open(): readonly Question[];
  /** Answers a question, which is then no longer open. Rejects as the drive does; the question then stays open. */
  answer(answer: Answer): Promise<Answered>;
  /** How the task ended or was stopped; undefined while it runs. */
  rest(): Rest | undefined;
  /** Resolves at the next entry, or when the task has ended or was stopped. */
  changed(): Promise<void>;
  /** Resolves once everything past has been read. */
  readonly caughtUp: Promise<void>;
  /** Resolves when the task has ended or was stopped. */
  readonly rested: Promise<void>;
};

/** The task runs in the process of this drive, or is about to. */
export function watchTask(
  drive: Pick<Drive, 'entries' | 'result' | 'answer'>,
  id: TaskId,
  { since = 0, onEntry, onQuestion }: WatchOptions = {},
): WatchedTask {
  const open = new Map<string, Question>();
  const caughtUp = Promise.withResolvers<void>();
  let isPast = true;
  let rest: Rest | undefined;
  let next = Promise.withResolvers<void>();

  function wake(): void {
    next.resolve();
    next = Promise.withResolvers<void>();
  }

  function catchUp(): void {
    if (!isPast) return;
    isPast = false;
    for (const question of open.values()) onQuestion?.(question);
    caughtUp.resolve();
  }

  async function see(entry: Entry): Promise<void> {
    if (Date.parse(entry.ts) >= since) catchUp();
    await onEntry?.(entry, isPast);
    if (entry.kind !== 'message') return;
    if (entry.reply_to !== undefined) open.delete(entry.reply_to);
    const question = questionIn(entry);
    if (!question) return;
    open.set(question.id, question);
    if (!isPast) onQuestion?.(question);
  }

  async function follow(): Promise<void> {
    try {
      for await (const entry of drive.entries(id)) {
        await see(entry);
        wake();
      }
      rest = { result: await drive.result(id) };
    } catch (thrown) {
      rest = { error: asArtooError(thrown, 'stopped') };
    }
    open.clear();
    caughtUp.resolve();
    wake();
  }

  const rested = follow();
  return {
    id,
    open: () => (isPast ? [] : [...open.values()]),
    async answer(answer) {
      const answered = await drive.answer(id, answer);
      if (answered !== 'changed' && answered !== 'unknown') open.delete(answer.question); // its reply appears among the entries a little later
      return answered;
    },
    rest: () => rest,
    changed: () => next.promise,
    caughtUp: caughtUp.promise,
    rested,
  };
}

function questionIn(entry: MessageEntry): Question | undefined {
  if (!isQuestion(entry)) return undefined;
  const { id, seq, ts, type, payload } = entry;
  return { id, seq, ts, type, payload } as Question; // type and payload belong together
}
