/** Views whose question is open. Whoever says yes to one takes it, once. */
import type { ContainedRun } from './containment/containment.ts';
import type { JudgedChange } from './judged.ts';

/** Whose question it is, and about what. */
export type Question = { readonly task_id: string; readonly command: string; readonly cwd: string; readonly hash: string | undefined };

export type PendingView = Question & { readonly run: ContainedRun; readonly judged: readonly JudgedChange[] };

/** More open questions than this are not kept ready: a late yes runs the command again. */
const most = 64;

export class PendingViews {
  readonly #views: PendingView[] = [];

  async keep(view: PendingView): Promise<void> {
    await this.take(view)?.run[Symbol.asyncDispose]();
    this.#views.push(view);
    if (this.#views.length > most) await this.#views.shift()?.run[Symbol.asyncDispose]();
  }

  take(asked: Question): PendingView | undefined {
    const at = this.#views.findIndex((view) =>
      (['task_id', 'command', 'cwd', 'hash'] as const).every((part) => view[part] === asked[part]),
    );
    return at === -1 ? undefined : this.#views.splice(at, 1)[0];
  }
}
