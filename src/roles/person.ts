/** The port to the person at the other end of a task. */
import type { Message } from '../contracts/messages.ts';
import type { MessageDraft } from './role.ts';

/**
 * Receives every question to the person, reliably and in order, and is answered by calling `reply`, whenever the person did. The end of the task is not
 * shown here: it is the task's result. Failure contract: what it throws or rejects with stops the run, which can be resumed. `reply` throws an ArtooError
 * when the answer is refused or comes after the end.
 */
export type Person = (message: Message, reply: (draft: MessageDraft) => void) => void | Promise<void>;

/** Nobody is there: questions are answered by proceeding, anything that needs a yes by a no. */
export const nobody: Person = (message, reply) => {
  const reply_to = message.id;
  if (message.type === 'ClarifyQuestion') reply({ to: 'R1', type: 'ClarifyAnswer', payload: { answer: '' }, reply_to });
  if (message.type === 'PlanReview') reply({ to: 'R2', type: 'PlanReply', payload: { approved: false }, reply_to });
  if (message.type === 'ConfirmRequest') {
    reply({ to: 'R3', type: 'ConfirmReply', payload: { hash: message.payload.hash, allowed: false }, reply_to });
  }
};
