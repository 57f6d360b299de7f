/** What waits for an answer is ended as soon as that is no yes to it. */
import type { Person } from '../engine/person.ts';
import type { Over } from '../tools/running/pending-runs.ts';

/** The same person; `drop` is called for every question about an action that they do not simply allow. */
export function endingRefused(person: Person, drop: (over: Over) => void): Person {
  return (message, reply) =>
    person(message, (draft) => {
      reply(draft);
      if (message.type !== 'ConfirmRequest' || draft.type !== 'ConfirmReply' || draft.reply_to !== message.id) return;
      const { allowed, edited, hash } = draft.payload;
      const isYes = allowed && edited === undefined && hash === message.payload.hash;
      if (!isYes) drop({ task_id: message.task_id, hash: message.payload.hash });
    });
}
