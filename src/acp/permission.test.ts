import { expect, test } from 'vitest';
import { ConfirmRequest } from '../contracts/questions/confirmation.ts';
import { chosenIn, type PermissionQuestion, permissionRequest, unattended } from './permission.ts';

const payload = ConfirmRequest.parse({
  ...{ subtask_id: 't-1-1', tool: 'shell', action: 'rm -r old', cwd: '/home/p', reason: 'it would delete a file', hash: 'h1' },
  effects: [{ path: '/home/p/old/a', change: 'deleted', diff: '@@ -1,1 +0,0 @@\n-x' }],
  rule: 'shell(rm -r old)',
});
const asking = (more: object = {}) =>
  ({ id: 'q1', seq: 1, ts: '2026-01-01T00:00:00.000Z', type: 'ConfirmRequest', payload: { ...payload, ...more } }) as PermissionQuestion;
const interrupted = {
  ...asking(),
  type: 'InterruptedCall',
  payload: { subtask_id: 't-1-1', tool: 'shell', action: 'x', cwd: '/' },
} as PermissionQuestion;
const choose = (question: PermissionQuestion, optionId: string) => chosenIn(question, { outcome: 'selected', optionId });

test('each option says what a yes would cover', () => {
  expect(permissionRequest('s', asking()).options.map(({ kind, name }) => [kind, name])).toEqual([
    ['allow_once', 'Yes, this once'],
    ['allow_always', 'Always: shell(rm -r old), for this task'],
    ['allow_always', 'Always: shell(rm -r old), in /home/p from now on'],
    ['allow_always', 'Always: shell(rm -r old), everywhere from now on'],
    ['reject_once', 'No'],
  ]);
});

test.each([
  ['no rule may allow it', { rule: null }, ['yes', 'no']],
  ['only memory doubts it', { caution: true }, ['yes', 'no']],
  ['a form comes with it', { form: [{ name: 'a', label: 'A', kind: 'text', required: true }] }, ['no']],
])('when %s, there are fewer options', (_, more, ids) => {
  expect(permissionRequest('s', asking(more)).options.map(({ optionId }) => optionId)).toEqual(ids);
});

test.each([
  ['yes', { allowed: true }],
  ['no', { allowed: false }],
  ['rule 0', { allowed: true, rule: 'shell(rm -r old)', scope: 'task' }],
  ['rule 1', { allowed: true, rule: 'shell(rm -r old)', scope: 'folder' }],
  ['rule 3', { allowed: false }],
  ['YES', { allowed: false }],
  ['', { allowed: false }],
])('choosing "%s" answers this question with these effects', (optionId, reply) => {
  expect(choose(asking(), optionId)?.answer).toEqual({ question: 'q1', hash: 'h1', reply });
});

test('an option that was not offered is never a yes', () => {
  expect(choose(asking({ rule: null }), 'rule 0')?.answer.reply).toEqual({ allowed: false });
  expect(choose(interrupted, 'yes')?.answer.reply).toEqual({ answer: 'stop' });
});

test('a question without an answer is neither a yes nor a no', () => {
  expect(chosenIn(asking(), { outcome: 'cancelled' })).toBeUndefined();
});

test('if the editor cannot ask, harm is refused, and an action that memory only doubts is done', () => {
  expect(unattended(asking()).reply).toEqual({ allowed: false, unanswered: true });
  expect(unattended(asking({ caution: true })).reply).toEqual({ allowed: true, unanswered: true });
  expect(unattended(interrupted).reply).toEqual({ answer: 'stop' });
});

test('characters that disguise a command are shown', () => {
  expect(permissionRequest('s', asking({ action: 'rm \u202etxt' })).toolCall.title).toBe('$ rm \ufffdtxt');
});
