/** The port to the person at the other end of a task. */
import type { Message, PayloadOf } from '../contracts/messages.ts';
import type { MessageDraft } from '../roles/role.ts';
import { askOnce } from './ask-once.ts';

/**
 * Receives every question to the person, reliably and in order; call `reply` once the person has answered. The end of the task does not arrive here,
 * because it is the task's result. Failure contract: if it throws or rejects, the run stops and can be resumed. `reply` throws an ArtooError if the
 * answer is refused or comes after the end.
 */
export type Person = (message: Message, reply: (draft: MessageDraft) => void) => void | Promise<void>;

/** How each question is answered. A question without a function is answered as if no person were there. */
export type Answers = {
  /** An empty answer means: go ahead. */
  readonly clarify?: (question: PayloadOf<'ClarifyQuestion'>) => string | Promise<string>;
  /** Whether exactly this action may be done, or what to try instead. If left out, harm is refused, and a mere caution from memory is accepted. */
  readonly confirm?: (request: PayloadOf<'ConfirmRequest'>) => boolean | Confirmed | Promise<boolean | Confirmed>;
  /** What to do about a call that was running when artoo stopped, and that may have taken effect. */
  readonly interrupted?: (call: PayloadOf<'InterruptedCall'>) => Interrupted | Promise<Interrupted>;
  readonly review?: (plan: PayloadOf<'PlanReview'>) => PayloadOf<'PlanReply'> | Promise<PayloadOf<'PlanReply'>>;
};

/** An answer that says more than yes or no: a command line or a sentence in place of the action, or the rule that was added with a yes. */
export type Confirmed = Omit<PayloadOf<'ConfirmReply'>, 'hash'>;

type Interrupted = PayloadOf<'InterruptedReply'>['answer'];

/** A person who answers through these functions. */
export function answering({
  clarify = () => '',
  confirm = ({ caution }) => ({ allowed: caution, unanswered: true }),
  interrupted = () => 'stop',
  review = () => ({ approved: false }),
}: Answers): Person {
  const ask = askOnce(confirm);
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
        const said = await ask(message.task_id, message.payload);
        return reply({ to: 'R3', type: 'ConfirmReply', payload: { ...said, hash: message.payload.hash }, reply_to });
      }
    }
  };
}

/**
 * For runs without a person: clarifications and cautions go ahead, anything else that needs approval is refused, and calls that may have taken effect
 * are not repeated.
 */
export const noPerson: Person = answering({});
