/** Asks the questions of a task one after another; a question that another client answers, such as a page, is closed. */
import type { MessageId } from '../../contracts/ids.ts';
import type { Message } from '../../contracts/messages.ts';

export type QuestionTurns = {
  /** Asks the question once those before it are answered, unless another client has answered it. */
  put(question: Message, ask: (isAnswered: () => void) => Promise<void>): Promise<void>;
  /** The entries contain a reply. Returns true if that closed a question on the person's screen. */
  answered(id: MessageId): boolean;
  /** The signal of the open question: fires when another client has answered it. */
  signal(): AbortSignal;
};

type Put = { readonly id: MessageId; readonly closed: AbortController; isAnswered: boolean };

export function createQuestionTurns(): QuestionTurns {
  const over = new Set<MessageId>();
  let last: Promise<void> = Promise.resolve();
  let current: Put | undefined;

  async function askNow({ id }: Message, ask: (isAnswered: () => void) => Promise<void>): Promise<void> {
    if (over.has(id)) return;
    const put: Put = { id, closed: new AbortController(), isAnswered: false };
    current = put;
    try {
      await ask(() => {
        put.isAnswered = true;
      });
    } finally {
      current = undefined;
    }
  }

  return {
    put(question, ask) {
      const asked = last.then(() => askNow(question, ask));
      last = asked.catch(() => {}); // the caller sees the error
      return asked;
    },
    answered(id) {
      over.add(id);
      if (current?.id !== id || current.isAnswered) return false;
      current.closed.abort();
      return true;
    },
    signal: () => current?.closed.signal ?? never,
  };
}

const never = new AbortController().signal;
