/** Views whose question is open. A yes uses its view once. */
import type { ContainedRun } from '../containment/containment.ts';
import type { CallId } from '../tool.ts';

/** Whose question it is, and about what. */
export type Question = { readonly task_id: string; readonly command: string; readonly cwd: string; readonly hash: string | undefined };

/** A run whose effects are known, and whether the command may be run once more: it had no network, and this was its first run. */
export type FinishedRun = { readonly run: ContainedRun; readonly isRepeatable: boolean };

export type PendingView = Question &
  FinishedRun & {
    /** The call that asked. */
    readonly key: string;
  };

/** Beyond this number the oldest view is dropped: a late yes runs the command again. */
const maxViews = 64;

export class PendingViews {
  readonly #views: PendingView[] = [];

  async keep(view: PendingView): Promise<void> {
    await this.take(view)?.run[Symbol.asyncDispose]();
    this.#views.push(view);
    if (this.#views.length > maxViews) await this.#views.shift()?.run[Symbol.asyncDispose]();
  }

  /** Drops the views of earlier questions in the same sub-task: it has continued, so they were not answered with a yes. */
  async dropOthers({ task_id, key }: CallId, approved: string | undefined): Promise<void> {
    const isOver = (view: PendingView) => view.task_id === task_id && subtaskOf(view.key) === subtaskOf(key) && view.hash !== approved;
    for (const view of this.#views.filter(isOver)) {
      this.#views.splice(this.#views.indexOf(view), 1);
      await view.run[Symbol.asyncDispose]();
    }
  }

  take(asked: Question): PendingView | undefined {
    const at = this.#views.findIndex((view) =>
      (['task_id', 'command', 'cwd', 'hash'] as const).every((part) => view[part] === asked[part]),
    );
    return at === -1 ? undefined : this.#views.splice(at, 1)[0];
  }
}

/** A key starts with its round and sub-task. */
const subtaskOf = (key: string): string => key.split('.').slice(0, 2).join('.');
