import { expect, test } from 'vitest';
import type { TeamLine } from '../../team/journal.ts';
import { textOf } from '../style/line.ts';
import { storyLines } from './story-lines.ts';

const told = (by: string, log: object): string => {
  const entry = { seq: 1, at: '2026-11-15T12:00:00Z', kind: 'update', by, what: 'x', before: 'a', after: 'b', patch: [], log: [log] };
  return storyLines(entry as unknown as TeamLine, undefined)
    .map(textOf)
    .join('\n'); // of that kind
};

test.each([
  ['coder-1', { action: 'blocked', task: 't1', detail: 'The spec is silent' }, '? coder-1 cannot continue t1: The spec is silent'],
  ['supervisor', { action: 'blocked', task: 't1', detail: 'review_deadlock: rejected 5 times' }, '? t1 is blocked: rejected 5 times'],
  ['human', { action: 'blocked', task: 't1', detail: 'wait' }, '? t1 is blocked: wait'],
  ['supervisor', { action: 'steered', task: 't1', detail: '2 of 6 criteria fail: the same coder continues' }, '· t1: 2 of 6 criteria fail'],
])('what %s does is shown: %o', (by, log, expected) => expect(told(by, log)).toContain(expected));
