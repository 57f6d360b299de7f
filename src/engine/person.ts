/** The port to the person at the other end of a task. */
import type { Message, PayloadOf } from '../contracts/messages.ts';
import type { MessageDraft } from '../roles/role.ts';

/**
 * Receives every question to the person, reliably and in order, and is answered by calling `reply`, whenever the person did. The end of the task is not
 * shown here: it is the task's result. Failure contract: what it throws or rejects with stops the run, which can be resumed. `reply` throws an ArtooError
 * when the answer is refused or comes after the end.
 */
export type Person = (message: Message, reply: (draft: MessageDraft) => void) => void | Promise<void>;

/** Who answers which question. What is left out is answered as when no person is there. */
export type Answers = {
  /** An empty answer means: proceed. */
  readonly clarify?: (question: PayloadOf<'ClarifyQuestion'>) => string | Promise<string>;
  /** Whether this very action may be done, or what to try in its place. Left out, nothing that harms is, and what memory only doubts (`caution`) is. */
  readonly confirm?: (request: PayloadOf<'ConfirmRequest'>) => boolean | Confirmed | Promise<boolean | Confirmed>;
  /** What to do about a call that was under way when artoo stopped, where it is unknown whether it took effect. */
  readonly interrupted?: (call: PayloadOf<'InterruptedCall'>) => Interrupted | Promise<Interrupted>;
  readonly review?: (plan: PayloadOf<'PlanReview'>) => PayloadOf<'PlanReply'> | Promise<PayloadOf<'PlanReply'>>;
};

/** An answer that says more than yes or no: another command line to try instead, or the rule that was written along with a yes. */
export type Confirmed = Omit<PayloadOf<'ConfirmReply'>, 'hash'>;

type Interrupted = PayloadOf<'InterruptedReply'>['answer'];

/** A person who answers by these functions. */
export function answering({
  clarify = () => '',
  confirm = ({ caution }) => caution,
  interrupted = () => 'stop',
  review = () => ({ approved: false }),
}: Answers): Person {
  return async (message, reply) => {
    const reply_to = message.id;
    switch (message.type) {
      case 'ClarifyQuestion':
        return reply({ to: 'R1', type: 'ClarifyAnswer', payload: { answer: await clarify(message.payload) }, reply_to });
      case 'PlanReview':
        return reply({ to: 'R2', type: 'PlanReply', payload: await review(message.payload), reply_to });
      case 'InterruptedCall':
        return reply({ to: 'R3', type: 'InterruptedReply', payload: { answer: await interrupted(message.payload) }, reply_to });
      case 'ConfirmRequest': {
        const answer = await confirm(message.payload);
        const said = typeof answer === 'boolean' ? { allowed: answer } : answer;
        return reply({ to: 'R3', type: 'ConfirmReply', payload: { ...said, hash: message.payload.hash }, reply_to });
      }
    }
  };
}

/** No person is there: questions are answered by proceeding, and so is what memory only doubts; anything else that needs a yes by a no, and nothing that may have happened is done again. */
export const noPerson: Person = answering({});
