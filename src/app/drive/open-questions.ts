/** The questions of one task that runs here: each waits for an answer, and the first one counts. */
import { ArtooError } from '../../contracts/errors.ts';
import { type Message, type MessageOf, payloads } from '../../contracts/messages.ts';
import { isQuestion, type QuestionType, replies } from '../../contracts/routes.ts';
import { explain } from '../../contracts/text/explain.ts';
import type { MessageDraft } from '../../roles/role.ts';
import type { Answer, Answered, Question } from './drive.ts';

type Reply = (draft: MessageDraft) => void;
type Asked = MessageOf<QuestionType>;

export class OpenQuestions {
  readonly #open = new Map<string, { readonly message: Asked; readonly reply: Reply }>();
  readonly #answered = new Set<string>();
  readonly #onChange: () => void;
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  /** `onChange` is called when a question is asked, is answered, or is no longer open. */
  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange;
  }

  /** Oldest first. */
  get open(): readonly Question[] {
    return [...this.#open.values()].map(({ message: { id, seq, ts, type, payload } }) => ({ id, seq, ts, type, payload }) as Question); // type and payload belong together
  }

  /** Ignores messages to the person that need no answer. */
  ask(message: Message, reply: Reply): void {
    if (!isQuestion(message)) return;
    this.#open.set(message.id, { message, reply });
    this.#change();
  }

  /** The task no longer runs. */
  end(): void {
    this.#isOver = true;
    this.#open.clear();
    this.#change();
  }

  /** Undefined if the question was never asked here. Throws `payload_refused`. */
  answer(answer: Answer): Answered | undefined {
    const { question: id, hash } = answer;
    const open = this.#open.get(id);
    if (!open) return this.#answered.has(id) ? 'late' : undefined;
    const { message, reply } = open;
    if (message.type === 'ConfirmRequest' && message.payload.hash !== hash) return 'changed';
    const draft = replyTo(message, answer);
    try {
      reply(draft);
    } catch (error) {
      if (error instanceof ArtooError && error.code === 'task_over') return 'late';
      throw error;
    }
    this.#open.delete(id);
    this.#answered.add(id);
    this.#onChange();
    return 'taken';
  }

  /** Waits for a question that is in the journal and about to be asked. False if the task ends first. */
  async isAsked(id: string): Promise<boolean> {
    while (!this.#isOver && !this.#open.has(id) && !this.#answered.has(id)) await this.#changed.promise;
    return !this.#isOver;
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
    this.#onChange();
  }
}

/** Throws `payload_refused` for a reply that does not fit the question. */
function replyTo({ id, type, from }: Asked, { reply, hash }: Answer): MessageDraft {
  const replied = replies[type];
  const { data, error } = payloads[replied].safeParse({ ...reply, ...(type === 'ConfirmRequest' && { hash }) });
  if (error) throw new ArtooError('payload_refused', `this is not a reply to a ${type}: ${explain(error)}`);
  return { to: from, type: replied, payload: data, reply_to: id } as MessageDraft; // the table pairs question and reply, and the schema parsed it
}
