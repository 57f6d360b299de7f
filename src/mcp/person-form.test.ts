import { expect, test } from 'vitest';
import { type Filling, personForm, replyOf, saidYes } from './person-form.ts';
import type { PersonQuestion } from './task-report.ts';

const asked = { id: 'q', seq: 3, ts: '2026-01-01T00:00:00.000Z' };
const confirm = {
  ...asked,
  type: 'ConfirmRequest',
  payload: {
    ...{ tool: 'shell', action: 'rm a', cwd: '/home/ada', effects: [{ path: '/home/ada/a', change: 'deleted' }], more: 0, network: false },
    ...{ reason: 'it was there before', rule: 'shell(rm a)', hash: 'h', caution: false },
    form: [{ name: 'answer', label: 'Sure?', kind: 'text', required: true }],
  },
} as unknown as PersonQuestion; // the only fields that the form needs
const interrupted = {
  ...asked,
  type: 'InterruptedCall',
  payload: { tool: 'shell', action: 'make', cwd: '/home/ada' },
} as unknown as PersonQuestion; // the only fields that the form needs

test.each<[Filling, boolean]>([
  [{ action: 'accept', content: { answer: 'yes' } }, true],
  [{ action: 'accept', content: { answer: 'no' } }, false],
  [{ action: 'accept', content: { answer: true } }, false],
  [{ action: 'accept', content: { answer: 'Yes!' } }, false],
  [{ action: 'accept', content: {} }, false],
  [{ action: 'accept' }, false],
  [{ action: 'decline', content: { answer: 'yes' } }, false],
  [{ action: 'cancel', content: { answer: 'yes' } }, false],
  [{ action: 'ACCEPT', content: { answer: 'yes' } }, false],
])('%j is a yes: %s', (filling, isYes) => {
  expect(saidYes(filling)).toBe(isYes);
  expect(replyOf(confirm, filling)).toMatchObject({ question: 'q', hash: 'h', reply: { allowed: isYes } });
});

test.each([
  [{ action: 'accept', content: { answer: 'again' } }, 'again'],
  [{ action: 'accept', content: { answer: 'done' } }, 'done'],
  [{ action: 'accept', content: { answer: 'yes' } }, 'stop'],
  [{ action: 'decline', content: { answer: 'again' } }, 'stop'],
])('what was interrupted is done again only where that was chosen: %j', (filling, answer) => {
  expect(replyOf(interrupted, filling)).toEqual({ question: 'q', reply: { answer } });
});

test('a field of a server cannot stand in for the answer', () => {
  const { properties } = personForm(confirm, { id: '20260101-000000000-abcdefgh', goal: 'Tidy up.' }).requestedSchema;
  expect(properties).toMatchObject({ answer: { enum: ['yes', 'no'] }, field_answer: { title: 'Sure?' } });
  expect(replyOf(confirm, { action: 'accept', content: { field_answer: 'yes' } })).toMatchObject({ reply: { allowed: false } });
});
