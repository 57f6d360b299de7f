/** Calls whose server has asked the person something: each goes on once, with the answer. */
import type { Form } from '../../contracts/form.ts';
import type { CallId } from '../tool.ts';
import type { Connection, ServerCall } from './connection.ts';
import type { Definition } from './definition.ts';

export type HeldCall = {
  readonly call: ServerCall;
  readonly connection: Connection;
  readonly definition: Definition;
  /** What its server asked for. */
  readonly form: Form;
  /** How many questions it has asked. */
  readonly questions: number;
};

type Kept = HeldCall & CallId & { readonly hash: string };

const maxHeld = 64;

export class HeldCalls {
  readonly #kept = new Set<Kept>();

  keep(id: CallId, hash: string, held: HeldCall): void {
    this.#kept.add({ ...held, ...id, hash });
    const [oldest] = this.#kept;
    if (this.#kept.size <= maxHeld || !oldest) return;
    this.#kept.delete(oldest);
    oldest.call.stop(new Error('too many questions are open'));
  }

  /** The call whose question was answered with a yes. Earlier ones of the same sub-task were not, and are stopped. */
  take({ task_id, key }: CallId, approved: string | undefined): HeldCall | undefined {
    const ours = [...this.#kept].filter((each) => each.task_id === task_id && subtaskOf(each.key) === subtaskOf(key));
    for (const each of ours) this.#kept.delete(each);
    const meant = ours.find(({ hash }) => hash === approved);
    for (const { call } of ours.filter((each) => each !== meant)) call.stop(new Error('it was not answered'));
    return meant;
  }
}

/** A key starts with its round and sub-task. */
const subtaskOf = (key: string): string => key.split('.').slice(0, 2).join('.');
