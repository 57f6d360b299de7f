/** Calls whose server has asked the person something: each of them continues once, with the answer. */
import type { Form } from '../../contracts/questions/form.ts';
import type { CallId } from '../tool.ts';
import type { Connection, ServerCall } from './connection.ts';
import type { Definition } from './definition.ts';

export type HeldCall = {
  readonly call: ServerCall;
  readonly connection: Connection;
  readonly definition: Definition;
  /** The form that the server sent. */
  readonly form: Form;
  /** How many questions the server has asked during the call. */
  readonly questions: number;
};

type Kept = HeldCall & CallId & { readonly hash: string };

const maxHeld = 64;

/** How long a call waits for the person's answer and, after a refusal, for its server to end it. */
const limits = { answerMs: 600_000, endMs: 10_000 } as const;

export class HeldCalls {
  readonly #kept = new Map<Kept, NodeJS.Timeout>();
  readonly #limits: Readonly<Record<keyof typeof limits, number>>;

  constructor(given: Partial<Record<keyof typeof limits, number>> = {}) {
    this.#limits = { ...limits, ...given };
  }

  keep(id: CallId, hash: string, held: HeldCall): void {
    const kept = { ...held, ...id, hash };
    this.#kept.set(kept, setTimeout(() => this.#stop(kept, 'it was not answered in time'), this.#limits.answerMs).unref());
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxHeld && oldest) this.#stop(oldest, 'too many questions are open');
  }

  /** Called when the person refuses: informs the server, which may end the call by itself. */
  decline(task_id: string, hash: string): void {
    for (const each of [...this.#kept.keys()].filter((kept) => kept.task_id === task_id && kept.hash === hash)) {
      this.#forget(each);
      void this.#endWithNo(each.call);
    }
  }

  /** The call whose question was approved. Stops earlier calls of the same sub-task, whose questions were not answered. */
  take({ task_id, key }: CallId, approved: string | undefined): HeldCall | undefined {
    const ours = [...this.#kept.keys()].filter((each) => each.task_id === task_id && subtaskOf(each.key) === subtaskOf(key));
    const meant = ours.find(({ hash }) => hash === approved);
    for (const each of ours.filter((other) => other !== meant)) this.#stop(each, 'it was not answered');
    if (meant) this.#forget(meant);
    return meant;
  }

  #stop(kept: Kept, why: string): void {
    this.#forget(kept);
    kept.call.stop(new Error(why));
  }

  #forget(kept: Kept): void {
    clearTimeout(this.#kept.get(kept));
    this.#kept.delete(kept);
  }

  async #endWithNo(call: ServerCall): Promise<void> {
    call.answer({ action: 'decline' });
    const { step } = await call.next(AbortSignal.timeout(this.#limits.endMs));
    if (step === 'asks') call.stop(new Error('the person said no'));
  }
}

/** The sub-task of a key, which begins with the round and the sub-task. */
const subtaskOf = (key: string): string => key.split('.').slice(0, 2).join('.');
