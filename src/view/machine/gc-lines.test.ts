import { expect, test } from 'vitest';
import type { Plan, Step } from '../../history/housekeeping/plan-housekeeping.ts';
import { doneRow, planLines } from './gc-lines.ts';

const now = Date.UTC(2026, 0, 1);
const step = (does: Step['does'], why: Step['why'], id: string): Step => ({
  does,
  why,
  id,
  when: now - 40 * 86_400_000,
  bytes: 5_000,
  undo: 0,
  saves: 4_000,
  undoes: [],
});
const plan = (steps: readonly Step[], left = { unfinished: 0, running: 0, unreadable: 0 }): Plan => ({
  steps,
  total: 9_000,
  saves: 4_000,
  left,
});

test('every step is listed under its effect, with its age and size, and says what is lost', () => {
  const steps = [
    step('sweep', 'leftover', 'x.jsonl.gz.part'),
    step('remove', 'age', 'old'),
    step('forget', 'age', 'tried'),
    step('compress', 'age', 'large'),
    step('remove', 'size', 'next'),
  ];
  expect(planLines(plan(steps, { unfinished: 2, running: 1, unreadable: 0 }), now)).toEqual([
    'Remove 1 file left unfinished by killed runs:',
    '  x.jsonl.gz.part  40 days ago     5.0 kB',
    'Remove 1 old task with undo data:',
    '  old  40 days ago     5.0 kB',
    'Remove undo data of 1 old task or command:',
    '  tried  40 days ago     5.0 kB',
    'Compress 1 journal:',
    '  large  40 days ago     5.0 kB, saves about 4.0 kB',
    'Remove the oldest until the rest fits, at most 1:',
    '  next  40 days ago     5.0 kB',
    'Left alone: 2 unfinished, 1 running.',
    'A removed task can no longer be shown, resumed, replayed, forked or undone.',
    'This would free about 4.0 kB of 9.0 kB.',
  ]);
});

test.each([
  ['compress', /no longer/, false],
  ['forget', /no longer be undone/, true],
  ['remove', /no longer be shown/, true],
] as const)('%s says what can no longer be done only when that is so', (does, words, isSaid) => {
  expect(words.test(planLines(plan([step(does, 'age', 'x')]), now).join('\n'))).toBe(isSaid);
});

test('when there is nothing to do it says so, with what is left alone', () => {
  expect(planLines(plan([], { unfinished: 0, running: 0, unreadable: 3 }), now)).toEqual([
    'Nothing to do: 9.0 kB kept.',
    'Left alone: 3 unreadable.',
  ]);
});

test('names cannot draw on the terminal', () => {
  expect(planLines(plan([step('sweep', 'leftover', '\u001b[2J.part')]), now).join('\n')).not.toContain('\u001b');
  expect(doneRow(step('remove', 'age', 'x'), { detail: '\u001b[2J' })).not.toContain('\u001b');
});
