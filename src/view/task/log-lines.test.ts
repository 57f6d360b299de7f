import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEntries } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { goldenStory, storyOf } from '../../../test/support/task-views.ts';
import type { CallStory } from '../../history/story/attempt.ts';
import type { TaskStory } from '../../history/story/task-story.ts';
import { widthOf } from '../wrap.ts';
import { toldTask } from './log-lines.ts';

const now = Date.parse('2026-01-01T02:00:00.000Z');
const told = (name: string, width?: number, end?: number): readonly string[] => toldTask(goldenStory(name, end), { now, width });

/** From the row that begins so to the one before the next empty one. */
const paragraph = (lines: readonly string[], start: string): readonly string[] => {
  const from = lines.findIndex((line) => line.trimStart().startsWith(start));
  const to = lines.indexOf('', from);
  return lines.slice(from, to === -1 ? undefined : to);
};

test('the head says which task, since when, where, and what for', () => {
  expect(told('correction').slice(0, 6)).toEqual([
    'task     correction',
    'started  2026-01-01T00:00:00.000Z (2 h ago)',
    'in       /scratch/home',
    'goal     Write me a packing list for the trip in trip.md.',
    '',
    '   4  R1    understood: Write a packing list for the trip described in trip.md.',
  ]);
});

test('a round goes from the plan over what was done and found to the measure, each row with its entry', () => {
  expect(paragraph(told('another-tool', 80), '54  Round 2')).toEqual([
    '  54  Round 2',
    '  56  R2    sends a plan back: sub-task 1 names the tool "read_file", which is',
    '              blocked in this round; there are glob, grep, write_file,',
    '              edit_file, shell',
    '  60  R2    plans 1 sub-task. In the end this must be true:',
    '              the answer states how many words essay.txt has (weight 3, a model',
    '                judges)',
    '  64  R2    1. Let a program count the words of essay.txt (shell)',
    '  67  R3      shell wc -w essay.txt → 23 essay.txt',
    '  71  R3      says: essay.txt has 23 words.',
    '  74  R4a     ✓ the answer states how many words essay.txt has: 23 essay.txt (j…',
    '  74  R4a     ✓ wc ended well: 2.1.1/R3/1.1 (judged by a model)',
    '  76  R4b   ✓ the answer states how many words essay.txt has: 23 essay.txt (jud…',
    '  76  R4b   ✓ The answer is what the goal asks for, and every fact in it is sho…',
    '  76  R4b   the goal is met',
    '  77  R7    D 0.00  P 0.50  Ω 0.20  L 0.20  ∇L ↓ -0.70  break_symmetry→accept',
    '              nothing is missing; every criterion passed.',
  ]);
});

test('attempts are named where there are several, with the correction between them', () => {
  const lines = told('correction');
  expect(lines.filter((line) => /attempt \d/.test(line))).toEqual(['  16  R3      attempt 1', '  40  R3      attempt 2']);
  expect(lines.find((line) => line.startsWith('  39  R4a'))).toContain(
    'sends it back: packing.md provides for the rain: packing.md does not contain "raincoat"',
  );
});

test('a question and its answer stand among the calls', () => {
  expect(told('refusal').filter((line) => /^ {2}(22|24|25|26) /.test(line))).toEqual([
    '  22  R3      shell rm -r logs/old – needs a yes',
    '  24  R3      asks: it would delete 3 entries (3 deleted)',
    '  25  User    says no, or nobody was there',
    '  26  R3      stops: it was refused',
  ]);
});

test('the end says what came of it, what is missing, what changed and what it took', () => {
  expect(told('giving-up').join('\n')).toMatch(
    /\n 137 {2}R7 {4}Not done \(gap\): .*\n\n {2}No order was found.*\n\nnot met\n.*\nyou could\n/s,
  );
  expect(paragraph(told('side-by-side'), 'changed on disk')).toEqual(['changed on disk', '  44  created  /scratch/home/summary.md']);
  expect(paragraph(told('side-by-side'), 'time')).toEqual([
    'time     0 ms of work',
    'calls    13 model calls, 10 of them one after the other; 3 tool calls',
  ]);
  expect(paragraph(told('side-by-side'), 'role')).toEqual([
    'role  calls  tools  tokens in  out  time  tool time   cost',
    'R1        1               420   52  0 ms             $0.00',
    'R2        1               980  240  0 ms             $0.00',
    'R3        6      3      2,770  124  0 ms       0 ms  $0.00',
    'R4a       3             1,640  180  0 ms             $0.00',
    'R4b       2             1,970  170  0 ms             $0.00',
    'all      13      3      7,780  766  0 ms       0 ms  $0.00',
  ]);
});

/** A golden whose calls have another target and came to something else. */
const withCalls = (call: Partial<CallStory>): TaskStory => {
  const story = goldenStory('refusal');
  const rounds = story.rounds.map((round) => ({
    ...round,
    subtasks: round.subtasks.map((subtask) => ({
      ...subtask,
      attempts: subtask.attempts.map((attempt) => ({ ...attempt, calls: attempt.calls.map((each) => ({ ...each, ...call })) })),
    })),
  }));
  return { ...story, rounds };
};

test.each<[Partial<CallStory>, string]>([
  [{ state: 'not made', output: 'the program sleep is blocked' }, '– not made: the program sleep is blocked'],
  [{ state: 'failed', exit_code: 3, error: null, output: '' }, '✗ exit code 3'],
  [{ state: 'failed', exit_code: 3, error: 'program_failed', output: 'o'.repeat(500) }, '✗ exit code 3: program_failed'],
  [{ state: 'needs a yes' }, '– needs a yes'],
  [{ state: 'unknown', ms: 61_000 }, '(1.0 min) – nobody knows what came of it'],
])('however long a command is, what came of it is not cut off: %j', (call, mark) => {
  for (const width of [60, 80, undefined]) {
    const lines = toldTask(withCalls({ target: 'sleep 9; '.repeat(60), ...call }), { now, width });
    const from = lines.findIndex((line) => line.includes('shell sleep 9'));
    const row = lines
      .slice(from, from + 4)
      .map((line) => line.trim())
      .join(' ');
    expect(row).toContain(mark);
    expect(row).toContain('…');
    if (width !== undefined) for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  }
});

test('groups are told apart where some run side by side', () => {
  const lines = told('side-by-side').map((line) => line.trim());
  const titles = lines.filter((line) => /^(side by side|then):$/.test(line));
  expect(titles).toEqual(['side by side:', 'then:']);
  expect(lines[lines.indexOf('then:') + 1]).toMatch(/^41 {2}R2 {4}3\. /);
});

test.each([13, 15, 19, 42])('a pause at entry %i stands where it happened', (seq) => {
  const story = goldenStory('side-by-side');
  const pause = { seq, what: 'pause', round: 1, who: 'Host', code: 'resumed', detail: '', ms: 2_000 } as const;
  const numbers = toldTask({ ...story, incidents: [pause] }, { now })
    .flatMap((line) => /^ *(\d+) {2}/.exec(line)?.[1] ?? [])
    .map(Number);
  const place = numbers.indexOf(seq);
  expect(Math.max(...numbers.slice(0, place))).toBeLessThan(seq);
  expect(numbers[place + 1]).toBeGreaterThan(seq);
});

test('a pause before sub-tasks are handed out stands before what is said of their group', () => {
  const pause = { seq: 13, what: 'pause', round: 1, who: 'Host', code: null, detail: '', ms: 2_000 } as const;
  const lines = toldTask({ ...goldenStory('side-by-side'), incidents: [pause] }, { now }).map((line) => line.trim());
  expect(lines[lines.indexOf('side by side:') - 1]).toMatch(/^13 {2}Host /);
});

test('another process that went on, a call that was lost, and what is estimated are told', () => {
  const incident = { round: 1, who: 'Host', detail: '', ms: 2_000 } as const;
  const lines = toldTask(
    {
      ...goldenStory('side-by-side'),
      incidents: [
        { ...incident, seq: 20, what: 'pause', code: 'resumed' },
        { ...incident, seq: 21, what: 'lost', code: null },
      ],
      models: ['small', 'large'],
      estimated: [{ role: 'R3', model_calls: 2 }],
    },
    { now },
  ).map((line) => line.trim());
  expect(lines).toContain('20  Host  another process goes on; nobody worked on it for 2.0 s');
  expect(lines).toContain('21  Host  a model call was lost with its process; it counts as the most it can have cost');
  expect(lines).toContain('models   small, large');
  expect(lines).toContain('estimated, as the most possible: 2 model calls of R3');
});

test('what has not come yet is not told, and what must come true is', () => {
  const lines = told('another-tool', undefined, 19);
  expect(lines).toContain('              · the answer states how many words essay.txt has (weight 3, a model judges)');
  expect(lines).toContain('  18  R3      read_file essay.txt – nobody knows what came of it');
  expect(lines.join('\n')).not.toMatch(/Done|not met|✓|✗/);
});

test.each([80, 120, 60])('every golden fits %i columns', (width) => {
  for (const name of goldenNames) for (const line of told(name, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
});

test('every beginning of a journal can be told', () => {
  fc.assert(
    fc.property(fc.constantFrom(...goldenNames), fc.nat(), (name, cut) => {
      expect(told(name, 80, cut % goldenEntries(name).length).join('\n')).not.toMatch(/undefined|NaN|\[object/);
    }),
    { numRuns: 50 },
  );
});

test('whatever a journal holds, it cannot draw on the terminal, and no line is too long', () => {
  fc.assert(
    fc.property(anyEntries(fc.string({ unit: 'binary', maxLength: 300, size: 'max' })), (entries) => {
      for (const line of toldTask(storyOf(entries), { now, width: 100 })) {
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(line.length).toBeLessThan(1_000);
      }
    }),
    { numRuns: 50 },
  );
});
