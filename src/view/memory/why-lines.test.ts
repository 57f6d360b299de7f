import { describe, expect, test } from 'vitest';
import { event } from '../../../test/support/stocked-memory.ts';
import { round, story } from '../../../test/support/why-stories.ts';
import type { LessonStatus } from '../../app/memory/lesson-status.ts';
import { textOf } from '../style/line.ts';
import { type WhyStory, whyLines } from './why-lines.ts';
import { whyStory } from './why-story.ts';

const lesson = (now: LessonStatus | null) => ({ ...event('t-m01', 0), now });

test('entries with their memories, what is enforced beyond them, what is overruled, and what it taught', () => {
  const entries = [
    {
      kind: 'MUST NOT',
      enforced: true,
      text: 'find (from 2 tasks): it never came back',
      megrams: [
        { id: 'a-m01', content: 'it never came back' },
        { id: 'b-m01', content: 'it walked\ninto /proc' },
        { id: 'c-m01', content: null },
      ],
    },
  ];
  const overruled = [{ rule: { id: 'rule-1', content: 'Use find.' }, evidence: { id: 'a-m01', content: null } }];
  const must_nots = ['find (from 2 tasks): it never came back', 'this very plan failed in 2 tasks'];
  const told = whyLines({ ...story, rounds: [{ ...round, entries, overruled, must_nots }], taught: [lesson('remembered')] }, undefined);
  expect(told).toEqual([
    't  find it',
    '',
    'Round 1 (entry 6), seen as intent:find_large_files',
    '  MUST NOT, enforced: find (from 2 tasks): it never came back',
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

/** Both forms: every entry, and sentences. */
const tellings: readonly (readonly [string, (changes: Partial<WhyStory>) => string])[] = [
  ['in lines', (changes) => whyLines({ ...story, ...changes }, 80).join('\n')],
  [
    'as a story',
    (changes) =>
      whyStory({ ...story, ...changes }, 80)
        .map(textOf)
        .join('\n'),
  ],
];

describe.each(tellings)('told %s', (_, told) => {
  test.each<[string, Partial<WhyStory>, RegExp]>([
    ['it ran without', { memory: false, rounds: [] }, /ran without memory/],
    ['it made no plan', { rounds: [] }, /not asked: the task made no plan/],
    ['it has made no plan yet', { rounds: [], isOver: false }, /the task has made no plan yet/],
    ['there was none', { rounds: [{ ...round, came: 'empty' }] }, /nothing was remembered about this/],
    ['it was too weak', { rounds: [{ ...round, came: 'faint' }] }, /too weak/],
    ['it could not be asked', { rounds: [{ ...round, came: 'missing', missing: 'it is locked' }] }, /could not be asked: it is locked/],
    ['it had no time', { rounds: [{ ...round, came: 'unanswered' }] }, /ends before its answer/],
  ])('memory said nothing, and why: %s', (__, changes, why) => {
    expect(told(changes)).toMatch(why);
  });

  test.each<[string, LessonStatus, boolean, RegExp]>([
    ['the person took back', 'forgotten', true, /\n {4,6}\(?this has since been forgotten/],
    ['was erased', 'erased', true, /\n {4,6}\(?this has since been forgotten, and erased/],
    ['is not there', 'gone', true, /\n {4,6}\(?no longer remembered/],
    ['is not there yet', 'gone', false, /\n {4,6}\(?not remembered yet/],
  ])('what it taught and %s is shown as such', (__, now, isOver, expected) => {
    expect(told({ isOver, taught: [lesson(now)] })).toMatch(expected);
  });
});

test('what became of it where the memory could not be asked is shown in one line', () => {
  const lines = whyLines({ ...story, taught: [lesson(null), lesson(null)], missing: 'it is\u001b locked' }, undefined);
  expect(lines.filter((line) => line.includes('locked'))).toEqual(['Whether it is still remembered is unknown: it is\ufffd locked']);
});

test('nothing draws on a terminal, and lines fit it', () => {
  const entries = [
    { kind: 'NOTE', enforced: false, text: `\u001b[2J${'word '.repeat(60)}`, megrams: [{ id: 'a\u202e', content: 'x\u001bc' }] },
  ];
  const lines = whyLines({ ...story, goal: 'a\u001b[31m', rounds: [{ ...round, entries }] }, 60);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
});
