import { expect, test } from 'vitest';
import type { MessageId, TaskId } from '../contracts/ids.ts';
import type { Megram } from '../contracts/memory.ts';
import type { Entry } from '../journal/entry.ts';
import { decidesTheSame } from './compare-entries.ts';

const lesson: Megram = {
  id: 't-m02',
  level: 'M',
  created_at: '2026-01-01T00:00:00.000Z',
  space: 'intent:tidy_up',
  entity: 'tool:shell:rm',
  content: 'rm old.log worked for "Tidy up".',
  state: 'accept',
  f: 0.9,
  sigma: 1,
  k: 0.05,
};

const taught = (payload: Megram): Entry => ({
  kind: 'message',
  id: 't-9' as MessageId,
  seq: 9,
  ts: '2026-01-01T00:00:00.000Z',
  task_id: 't' as TaskId,
  from: 'R7',
  to: 'R5',
  type: 'Megram',
  payload,
});

test.each<[string, Partial<Megram>, boolean]>([
  ['in other words, as an older version put it', { content: 'rm worked for "Tidy up".' }, true],
  ['at another tag', { entity: 'tool:shell:mv' }, false],
  ['of another sign', { sigma: -1 }, false],
  ['of another level', { level: 'K' }, false],
  ['with the fingerprint of a plan', { fingerprint: 'a plan' }, false],
])('a lesson %s: the same is %o', (_, more, expected) => {
  expect(decidesTheSame(taught(lesson), taught({ ...lesson, ...more }))).toBe(expected);
});
