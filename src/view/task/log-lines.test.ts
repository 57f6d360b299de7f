import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { anyEntries } from '../../../test/support/any-entries.ts';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { goldenView, viewOf } from '../../../test/support/task-views.ts';
import type { Entry } from '../../journal/entry.ts';
import { createTaskRows } from '../rows/task-rows.ts';
import { widthOf } from '../wrap.ts';
import { logLines } from './log-lines.ts';

const now = Date.parse('2026-01-01T02:00:00.000Z');
const shown = (name: string, width?: number, end?: number): readonly string[] => logLines(goldenView(name, end), { now, width });

/** From the row that begins with this text to the row before the next empty one. */
const paragraph = (lines: readonly string[], start: string): readonly string[] => {
  const from = lines.findIndex((line) => line.trimStart().startsWith(start));
  const to = lines.indexOf('', from);
  return lines.slice(from, to === -1 ? undefined : to);
};

test('the head says which task, since when, where, and what for', () => {
  expect(shown('correction').slice(0, 6)).toEqual([
    'task     correction',
    'started  2026-01-01 00:00 UTC (2 h ago)',
    'in       /scratch/home',
    'goal     Write me a packing list for the trip in trip.md.',
    '',
    '   4  understands: Write a packing list for the trip described in trip.md.',
  ]);
});

test('a round goes from the plan over what was done to what was found, each row with its entry, and nothing told twice', () => {
  expect(paragraph(shown('another-tool', 80), '54  Round 2')).toEqual([
    '  54  Round 2',
    '  56  turns down: a plan of 1 sub-task',
    '        because: sub-task 1 names the tool "read_file", which is blocked in this',
    '          round',
    '  60  plans: 1 sub-task',
    '  64  works on: 1. Let a program count the words of essay.txt',
    '  67    $ wc -w essay.txt → 23 essay.txt',
    '  71    says: essay.txt has 23 words.',
    '  74    done: sub-task 1',
    '          ✓ the answer states how many words essay.txt has: 23 essay.txt (judge…',
    '          ✓ wc ended well: the call at entry 67 (judged by a model)',
    '  76  met: everything that was asked for',
    '        ✓ the answer is what you asked for, and every fact in it is backed up: …',
  ]);
});

test.each(goldenNames)('%s is shown in words; roles and the codes of decisions come with --verbose', (name) => {
  const codes = /→(?:accept|success|abandon|refine|change_|break_)|SHOULD PREFER|MUST NOT|CAUTION|weight \d/;
  const role = /^ +\d+ {2}R[1-7]/m;
  const told = shown(name).slice(4).join('\n');
  expect(told).not.toMatch(codes);
  expect(told).not.toMatch(role);
  const verbose = createTaskRows({ verbose: true });
  for (const entry of goldenEntries(name)) verbose.add(entry);
  const all = logLines({ ...goldenView(name), ...verbose }, { now, verbose: true }).join('\n');
  expect(all).toMatch(codes);
  expect(all).toMatch(/R7 +measures: loss \d/);
});

test('what was learnt is shown where it adds something; the lesson about the whole task comes with --verbose', () => {
  const learnt = (lines: readonly string[]) =>
    lines.filter((line) => line.includes('learns: ')).map((line) => line.replace(/^.*learns: /, ''));
  const useful = [
    'wc -l diary.txt worked for "Let wc count the lines of diary.txt".',
    '"Let wc count the lines of diary.txt": diary.txt has 7 lines.',
  ];
  expect(learnt(shown('second-time-2'))).toEqual(useful);
  const verbose = createTaskRows({ verbose: true });
  for (const entry of goldenEntries('second-time-2')) verbose.add(entry);
  expect(learnt(logLines({ ...goldenView('second-time-2'), ...verbose }, { now, verbose: true }))).toEqual([
    expect.stringContaining('was done in 1 round'),
    ...useful,
  ]);
});

test('the loss and what it is made of are shown with --verbose', () => {
  const verbose = createTaskRows({ verbose: true });
  for (const entry of goldenEntries('giving-up')) verbose.add(entry);
  const lines = logLines({ ...goldenView('giving-up'), ...verbose }, { now, verbose: true });
  for (const loss of [
    '0.57 (D 0.45, P 1.00, Ω 0.00)',
    '0.70, up from 0.57 (D 0.64, P 1.00, Ω 0.20)',
    '0.94, up from 0.70 (D 1.00, P 1.00, Ω 0.40)',
  ])
    expect(lines.filter((line) => line.endsWith(`measures: loss ${loss}`))).toHaveLength(1);
  expect(lines.join(' ')).toContain('D: the share of the criteria that were missed.');
  for (const name of ['giving-up', 'first-task']) expect(shown(name).join(' ')).not.toMatch(/measures|D: /);
});

test('attempts are named where there are several, with the correction between them', () => {
  const lines = shown('correction');
  expect(lines.filter((line) => /^ +\d+ +attempt \d/.test(line))).toEqual(['  16    attempt 1', '  40    attempt 2']);
  expect(lines.find((line) => line.startsWith('  39  '))).toContain(
    'sent back: packing.md provides for the rain: packing.md does not contain "raincoat"',
  );
});

test('a question and its answer stand among the calls', () => {
  expect(shown('refusal').slice(13, 18)).toEqual([
    '  22    $ rm -r logs/old – needs a yes: it would delete 3 files and folders',
    '  24    asks: rm -r logs/old: it would delete 3 files and folders',
    '          no answer: it is refused',
    '  26    stops: it was refused',
    '  27    not done: sub-task 1',
  ]);
});

test('the end shows the result, what is missing, what changed and what it took', () => {
  expect(shown('giving-up').join('\n')).toMatch(/\n 137 {2}Not done: .*\n\n {2}No order was found.*\n\nnot met\n.*\nyou could\n/s);
  expect(paragraph(shown('side-by-side'), 'changed on disk')).toEqual(['changed on disk', '  44  created  summary.md']);
  expect(paragraph(shown('side-by-side'), 'time')).toEqual([
    'time     <0.1 s of work',
    'calls    13 model calls, 10 one after another and 3 at the same time; 3 tool calls',
  ]);
  expect(paragraph(shown('side-by-side'), 'what  ')).toEqual([
    'what            calls  tools  tokens in  out    time  tool time   cost',
    'R1 understands      1               420   52  <0.1 s             $0.00',
    'R2 plans            1               980  240  <0.1 s             $0.00',
    'R3 works            6      3      2,770  124  <0.1 s     <0.1 s  $0.00',
    'R4a judges          3             1,640  180  <0.1 s             $0.00',
    'R4b judges          2             1,970  170  <0.1 s             $0.00',
    'all                13      3      7,780  766  <0.1 s     <0.1 s  $0.00',
  ]);
});

/** A golden journal whose shell call has a different input and a different result. */
const withCall = (command: string, outcome: object | undefined): readonly Entry[] =>
  goldenEntries('refusal')
    .slice(0, outcome ? 24 : 23)
    .map((entry) => {
      if (entry.seq === 22 && entry.kind === 'intent') return { ...entry, input: { ...Object(entry.input), input: { command } } };
      return entry.seq === 23 && entry.kind === 'outcome' ? { ...entry, ...outcome } : entry;
    });

const failed = { ok: false, output: 'o'.repeat(500), exit_code: 3, truncated: false };

test.each<[string, object | undefined, string]>([
  ['failed', { result: { ok: true, value: { ...failed, output: '' } } }, '✗ failed, exit code 3'],
  [
    'failed with a class and a long output',
    { ms: 61_000, result: { ok: true, value: { ...failed, error: { class: 'timeout', message: '' } } } },
    '✗ failed, 1.0 min, exit code 3',
  ],
  ['failed before it ran', { result: { ok: false, code: 'cancelled', detail: 'stopped' } }, '✗ failed: stopped'],
  ['needs a yes', {}, '– needs a yes'],
  ['is unknown', undefined, '– its outcome is unknown'],
])('however long a command is, its result is not cut off: it %s', (_, outcome, mark) => {
  for (const width of [60, 80, undefined]) {
    const lines = logLines(viewOf(withCall('sleep 9; '.repeat(60), outcome)), { now, width });
    const from = lines.findIndex((line) => line.includes('$ sleep 9'));
    const row = lines
      .slice(from, from + 4)
      .map((line) => line.trim())
      .join(' ');
    expect(row).toContain(mark);
    expect(row).toContain('…');
    if (width !== undefined) for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  }
});

test('the plan says which sub-tasks run side by side, and each is shown with its own', () => {
  const lines = shown('side-by-side').map((line) => line.trim());
  expect(lines.filter((line) => /^(in parallel|after that): /.test(line)).map((line) => line.slice(0, 16).trim())).toEqual([
    'in parallel: 1.',
    'in parallel: 2.',
    'after that: 3. W',
  ]);
  const rows = lines.flatMap((line) => /^(\d+) {4}/.exec(line)?.[1] ?? []).map(Number);
  expect(rows).toEqual([20, 25, 29, 26, 34, 37, 44, 48, 57]);
  expect(lines.filter((line) => / works on: /.test(line)).map((line) => line.replace(/ works on.*/, '').trim())).toEqual([
    '14',
    '16  meanwhile',
    '41',
  ]);
});

/** A golden journal with an entry inserted before one of its own, under the number of that entry. */
const withEntry = (seq: number, more: object): readonly Entry[] => {
  const entries = goldenEntries('side-by-side');
  const entry = { seq, ts: entries[seq]?.ts ?? '', ...more } as Entry; // a pause, as below
  return [...entries.slice(0, seq), entry, ...entries.slice(seq)];
};

test.each([13, 42])('a pause at entry %i is shown where it happened', (seq) => {
  const lines = logLines(viewOf(withEntry(seq, { kind: 'pause', ms: 2_000, resumed: true })), { now });
  const place = lines.findIndex((line) => / continues: in another process, after a pause of 2\.0 s/.test(line));
  const numbers = (part: readonly string[]) => part.flatMap((line) => /^ *(\d+) {2}/.exec(line)?.[1] ?? []).map(Number);
  expect(Math.max(...numbers(lines.slice(0, place)))).toBeLessThanOrEqual(seq);
  expect(lines[place]).toMatch(new RegExp(`^ +${seq} `));
});

test('a model call that was lost with its process is shown, and what is estimated', () => {
  const entries = withEntry(3, { kind: 'pause', ms: 2_000, resumed: true }).map((entry) => {
    if (entry.kind !== 'outcome' || entry.seq !== 3 || !entry.result.ok) return entry;
    const value = Object(entry.result.value);
    return { ...entry, result: { ok: true, value: { ...value, usage: { ...value.usage, estimated: true } } } } as Entry; // in the form that the host writes
  });
  const lines = logLines(viewOf(entries), { now }).map((line) => line.trim());
  expect(lines).toContain('3  lost: a model call, because its process ended; its cost is counted at the maximum');
  expect(lines).toContain('1 model call ended without usage figures, and is counted at the maximum: tokens and cost are upper bounds (≤).');
  expect(lines).toContain('3  continues: in another process, after a pause of 2.0 s');
});

test.each(goldenNames)('%s says whether something was looked up for its answer', (name) => {
  const alone = '  Nothing was looked up or run for this answer.';
  expect(shown(name).includes(alone)).toBe(name === 'talk');
});

test('the models that answered are named', () => {
  const { story, ...view } = goldenView('talk');
  expect(logLines({ ...view, story: { ...story, models: ['small', 'large'] } }, { now })).toContain('models   small, large');
});

test('rows beyond what anyone reads are only counted', () => {
  const entries = goldenEntries('side-by-side');
  const alarm = { kind: 'alarm', seq: 1, ts: entries[0]?.ts ?? '', code: 'inbox_grows', detail: 'x' } as Entry; // in the form that the host writes
  const lines = logLines(viewOf([...entries, ...Array.from({ length: 10_000 }, () => alarm)]), { now });
  expect(lines.filter((line) => line.includes('alarm: x')).length).toBeGreaterThan(9_000);
  expect(lines.find((line) => line.includes('Only in the journal'))).toMatch(/: \d+ rows\.$/);
});

test('what has not happened yet is not shown, but what must come true is', () => {
  const lines = shown('another-tool', undefined, 19);
  expect(paragraph(lines, 'not checked yet')).toEqual([
    'not checked yet',
    '  1. the answer states how many words essay.txt has (a model judges)',
  ]);
  expect(lines).toContain('  18    reads essay.txt – its outcome is unknown');
  expect(lines.join('\n')).not.toMatch(/Done|not met|✓|✗/);
});

test.each([80, 120, 60])('every golden fits %i columns', (width) => {
  for (const name of goldenNames) for (const line of shown(name, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
});

test('every beginning of a journal can be told', () => {
  fc.assert(
    fc.property(fc.constantFrom(...goldenNames), fc.nat(), (name, cut) => {
      expect(shown(name, 80, cut % goldenEntries(name).length).join('\n')).not.toMatch(/undefined|NaN|\[object/);
    }),
    { numRuns: 50 / oneIn(5) },
  );
});

test('whatever a journal holds, it cannot draw on the terminal, and no line is too long', () => {
  fc.assert(
    fc.property(anyEntries(fc.string({ unit: anyCharacter, maxLength: 300, size: 'max' })), (entries) => {
      for (const line of logLines(viewOf(entries), { now, width: 100 })) {
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(line.length).toBeLessThan(1_000);
      }
    }),
    { numRuns: 50 / oneIn(5) },
  );
});

test('what left the machine is shown, and that nothing takes it back', () => {
  const { story, ...view } = goldenView('correction');
  const sent = [
    { seq: 7, command: 'curl', files: ['notes.txt'], hosts: ['example.org'], isAll: true, isSure: true },
    { seq: 8, command: 'git push', files: [], hosts: [], isAll: true, isSure: true },
  ];
  const lines = logLines({ ...view, story: { ...story, sent } }, { now });
  const at = lines.indexOf('sent');
  expect(lines.slice(at, at + 3).map((line) => line.trim())).toEqual([
    'sent',
    '7  notes.txt to example.org (cannot be undone)',
    '8  git push ran with network access; what it sent cannot be undone',
  ]);
});
