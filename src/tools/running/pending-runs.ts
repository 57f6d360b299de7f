/** Runs whose question is open, whether they have ended or are waiting. An approval uses its run only once. */
import type { CallId } from '../tool.ts';

/** Which task asks, and about what. */
export type Question = { readonly task_id: string; readonly command: string; readonly cwd: string; readonly hash: string | undefined };

/** A task that has ended, or one of its questions that was not approved. */
export type Over = { readonly task_id: string; readonly hash?: string };

type Pending<Run> = Question & {
  /** The call that asked. */
  readonly key: string;
  readonly run: Run;
};

/** If there are more than `max`, the oldest run is dropped: a late approval then runs the command again. */
export class PendingRuns<Run extends AsyncDisposable> implements AsyncDisposable {
  readonly #pending: Pending<Run>[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  async keep(pending: Pending<Run>): Promise<void> {
    await this.take(pending)?.[Symbol.asyncDispose]();
    this.#pending.push(pending);
    if (this.#pending.length > this.#max) await this.#pending.shift()?.run[Symbol.asyncDispose]();
  }

  /** Drops runs that were refused, and those of earlier questions in the same sub-task: the sub-task has continued, so they were not approved. */
  async dropOthers({ task_id, key }: CallId, approved: string | undefined, refused: readonly string[]): Promise<void> {
    const isOver = (each: Pending<Run>) =>
      each.task_id === task_id &&
      ((subtaskOf(each.key) === subtaskOf(key) && each.hash !== approved) || (each.hash !== undefined && refused.includes(each.hash)));
    await this.#drop(this.#pending.filter(isOver));
  }

  /** Ends the runs of a task, or of one of its questions. */
  async drop({ task_id, hash }: Over): Promise<void> {
    await this.#drop(this.#pending.filter((each) => each.task_id === task_id && (hash === undefined || each.hash === hash)));
  }

  take(asked: Question): Run | undefined {
    const at = this.#pending.findIndex((each) =>
      (['task_id', 'command', 'cwd', 'hash'] as const).every((part) => each[part] === asked[part]),
    );
    return at === -1 ? undefined : this.#pending.splice(at, 1)[0]?.run;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#drop([...this.#pending]);
  }

  async #drop(over: readonly Pending<Run>[]): Promise<void> {
    for (const each of over) {
      this.#pending.splice(this.#pending.indexOf(each), 1);
      await each.run[Symbol.asyncDispose]();
    }
  }
}

/** The sub-task of a key, which begins with the round and the sub-task. */
const subtaskOf = (key: string): string => key.split('.').slice(0, 2).join('.');
