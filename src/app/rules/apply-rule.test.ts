import { expect, test } from 'vitest';
import { messageId, type SubTaskId, type TaskId } from '../../contracts/ids.ts';
import type { MessageOf } from '../../contracts/messages.ts';
import { createPermissions } from '../../tools/asking/permissions.ts';
import { applyingRules } from './apply-rule.ts';

const task_id = '20260101-t' as TaskId;
const question: MessageOf<'ConfirmRequest'> = {
  id: messageId(task_id, 7),
  seq: 7,
  ts: '2026-01-01T00:00:00.000Z',
  task_id,
  from: 'R3',
  to: 'User',
  type: 'ConfirmRequest',
  payload: {
    subtask_id: `${task_id}-1-1` as SubTaskId,
    tool: 'write_file',
    action: 'write a.txt',
    cwd: '/p',
    effects: [],
    more: 0,
    network: false,
    reason: 'it overwrites a.txt',
    hash: 'h',
    caution: false,
    rule: 'write(./a.txt)',
  },
};

test.each([
  ['to the question counts', { hash: 'h', reply_to: question.id }, 'allow'],
  ['to another action does not', { hash: 'of before', reply_to: question.id }, 'none'],
  ['to another question does not', { hash: 'h', reply_to: messageId(task_id, 3) }, 'none'],
  ['to no question does not', { hash: 'h' }, 'none'],
])('the rule of a yes %s', async (_, { hash, ...to }, decision) => {
  const permissions = createPermissions();
  const said = { allowed: true, rule: 'write(./a.txt)', scope: 'task' } as const;
  const person = applyingRules((_, reply) => reply({ to: 'R3', type: 'ConfirmReply', payload: { hash, ...said }, ...to }), permissions, {});
  await person(question, () => {});
  expect(permissions.decide({ tool: 'write', path: '/p/a.txt' }, task_id).decision).toBe(decision);
});
