import { expect, test } from 'vitest';
import type { Message, PayloadOf } from '../contracts/messages.ts';
import type { MessageDraft } from '../roles/role.ts';
import { type Answers, answering } from './person.ts';

const payload: PayloadOf<'ConfirmRequest'> = {
  subtask_id: 't-1-1' as PayloadOf<'ConfirmRequest'>['subtask_id'],
  tool: 'shell',
  action: 'rm x',
  cwd: '/p',
  effects: [],
  more: 0,
  network: false,
  reason: 'it deletes',
  hash: 'h',
  caution: false,
  rule: null,
};

/** The reply of a person who answers in this way. */
async function replyOf(answers: Answers, asked = payload): Promise<MessageDraft | undefined> {
  let draft: MessageDraft | undefined;
  const question = { type: 'ConfirmRequest', id: 'm1', payload: asked } as unknown as Message; // a person reads no other fields
  await answering(answers)(question, (reply) => {
    draft = reply;
  });
  return draft;
}

test.each<[string, Answers, object]>([
  ['a yes', { confirm: () => true }, { allowed: true }],
  ['a no', { confirm: async () => false }, { allowed: false }],
  ['nobody', {}, { allowed: false, unanswered: true }],
  ['another command', { confirm: () => ({ allowed: false, edited: 'ls' }) }, { allowed: false, edited: 'ls' }],
  ['a yes with a rule', { confirm: async () => ({ allowed: true, rule: 'shell(rm x)' }) }, { allowed: true, rule: 'shell(rm x)' }],
])('%s is bound to the hash of what was asked', async (_, answers, said) => {
  expect(await replyOf(answers)).toEqual({ to: 'R3', type: 'ConfirmReply', payload: { ...said, hash: 'h' }, reply_to: 'm1' });
});

test.each<[string, Answers, boolean]>([
  ['goes on where nobody is there', {}, true],
  ['goes on where somebody answers other questions only', { clarify: () => 'x' }, true],
  ['is asked of whoever answers', { confirm: ({ caution }) => !caution }, false],
])("a question about memory's doubts %s", async (_, answers, allowed) => {
  expect(await replyOf(answers, { ...payload, caution: true })).toMatchObject({ payload: { allowed, hash: 'h' } });
});
