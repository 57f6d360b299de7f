import { expect, test } from 'vitest';
import { event } from '../../../test/support/stocked-memory.ts';
import type { LessonStatus } from '../../app/memory/lesson-status.ts';
import type { SaidRound } from '../../history/story/memory-story.ts';
import { type WhyStory, whyLines } from './why-lines.ts';

const round: SaidRound = {
  round: 1,
  seq: 6,
  came: 'said',
  missing: null,
  space: 'intent:find_large_files',
  entries: [],
  must_nots: [],
  cautions: [],
  overruled: [],
};
const story: WhyStory = { task_id: 't', goal: 'find\nit', memory: true, isOver: true, rounds: [round], taught: [], missing: null };
const lesson = (now: LessonStatus | null) => ({ ...event('t-m01', 0), now });

test('entries with their memories, what is enforced beyond them, what is overruled, and what it taught', () => {
  const entries = [
    {
      kind: 'MUST NOT',
      enforced: true,
      text: 'shell:find (decision −1.9 from 2 tasks): it never came back',
      megrams: [
        { id: 'a-m01', content: 'it never came back' },
        { id: 'b-m01', content: 'it walked\ninto /proc' },
        { id: 'c-m01', content: null },
      ],
    },
  ];
  const overruled = [{ rule: { id: 'rule-1', content: 'Use find.' }, evidence: { id: 'a-m01', content: null } }];
  const must_nots = ['shell:find (decision −1.9 from 2 tasks): it never came back', 'this very plan failed in 2 tasks'];
  const told = whyLines({ ...story, rounds: [{ ...round, entries, overruled, must_nots }], taught: [lesson('remembered')] }, undefined);
  expect(told).toEqual([
    't  find it',
    '',
    'Round 1 (entry 6), taken for intent:find_large_files',
    '  MUST NOT, enforced: shell:find (decision −1.9 from 2 tasks): it never came back',
    '      a-m01',
    '      b-m01  it walked into /proc',
    '      c-m01',
    '  Enforced beyond these:',
    '    this very plan failed in 2 tasks',
    '  Overruled by fresh evidence, for this task:',
    '      rule-1  Use find.',
    '    by',
    '      a-m01',
    '',
    'It taught',
    '  t-m01',
    '      accept  σ +1.0  at intent:find_large_files tool:shell:du',
    '      lesson of t-m01',
  ]);
});

test.each<[string, Partial<WhyStory>, RegExp]>([
  ['it ran without', { memory: false, rounds: [] }, /ran without memory/],
  ['it made no plan', { rounds: [] }, /not asked: the task made no plan/],
  ['it has made no plan yet', { rounds: [], isOver: false }, /the task has made no plan yet/],
  ['there was none', { rounds: [{ ...round, came: 'empty' }] }, /nothing was remembered about this/],
  ['it was too weak', { rounds: [{ ...round, came: 'faint' }] }, /too weak/],
  ['it could not be asked', { rounds: [{ ...round, came: 'missing', missing: 'it is locked' }] }, /could not be asked: it is locked/],
  ['it had no time', { rounds: [{ ...round, came: 'unanswered' }] }, /ends before it answered/],
])('why memory said nothing: %s', (_, changes, why) => {
  expect(whyLines({ ...story, ...changes }, 80).join('\n')).toMatch(why);
});

test.each<[string, LessonStatus, boolean, RegExp]>([
  ['the person took back', 'forgotten', true, /of t-m01\n {6}\(forgotten since, by you/],
  ['was erased', 'erased', true, /of t-m01\n {6}\(forgotten since, and erased/],
  ['is not there', 'gone', true, /of t-m01\n {6}\(no longer remembered: it has faded, or was lost\)/],
  ['is not there yet', 'gone', false, /of t-m01\n {6}\(not remembered yet/],
])('what it taught and %s is told as such', (_, now, isOver, expected) => {
  expect(whyLines({ ...story, isOver, taught: [lesson(now)] }, 80).join('\n')).toMatch(expected);
});

test('what became of it where the memory could not be asked is told in one line', () => {
  const lines = whyLines({ ...story, taught: [lesson(null), lesson(null)], missing: 'it is\u001b locked' }, undefined);
  expect(lines.filter((line) => line.includes('locked'))).toEqual(['What became of it cannot be looked up: it is\ufffd locked']);
});

test('nothing draws on a terminal, and lines fit it', () => {
  const entries = [
    { kind: 'NOTE', enforced: false, text: `\u001b[2J${'word '.repeat(60)}`, megrams: [{ id: 'a\u202e', content: 'x\u001bc' }] },
  ];
  const lines = whyLines({ ...story, goal: 'a\u001b[31m', rounds: [{ ...round, entries }] }, 60);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
});
