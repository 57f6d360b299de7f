import { expect, test } from 'vitest';
import type { Message } from '../contracts/messages.ts';
import type { MessageDraft } from '../roles/role.ts';
import { endingRefused } from './ending-refused.ts';

const question = { id: 'q', task_id: 't', type: 'ConfirmRequest', payload: { hash: 'h' } } as Message; // no more of it counts
const reply = (payload: object, reply_to = 'q') => ({ to: 'R3', type: 'ConfirmReply', payload, reply_to }) as MessageDraft; // as above

test.each<[string, Message, MessageDraft, readonly object[]]>([
  ['a yes', question, reply({ allowed: true, hash: 'h' }), []],
  ['a no', question, reply({ allowed: false, hash: 'h' }), [{ task_id: 't', hash: 'h' }]],
  ['a no with a sentence', question, reply({ allowed: false, instead: 'use b', hash: 'h' }), [{ task_id: 't', hash: 'h' }]],
  ['a yes to another command line', question, reply({ allowed: true, edited: 'ls', hash: 'h' }), [{ task_id: 't', hash: 'h' }]],
  ['a yes to something else', question, reply({ allowed: true, hash: 'x' }), [{ task_id: 't', hash: 'h' }]],
  ['an answer to another question', question, reply({ allowed: false, hash: 'h' }, 'other'), []],
  ['a question of another kind', { ...question, type: 'PlanReview' } as Message, reply({ allowed: false, hash: 'h' }), []], // as above
])('after %s what waits for it ends, or not', (_, message, draft, expected) => {
  const [dropped, replied]: [object[], MessageDraft[]] = [[], []];
  const person = endingRefused(
    (_message, answer) => answer(draft),
    (over) => dropped.push(over),
  );
  void person(message, (each) => replied.push(each));
  expect([dropped, replied]).toEqual([expected, [draft]]);
});
