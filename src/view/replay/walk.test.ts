import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisions } from '../../../test/support/decisions.ts';
import { goldenEntries, goldenNames, readBack } from '../../../test/support/golden-entries.ts';
import type { Entry } from '../../journal/entry.ts';
import { createEntryRows } from '../rows/entry-rows.ts';
import { widthOf } from '../wrap.ts';
import { createGuide, isStop } from './walk.ts';

/** The entries of a golden journal that a walk stops at. */
function stopsIn(name: string): readonly Entry[] {
  const rowsOf = createEntryRows();
  return goldenEntries(name).filter((entry) => isStop(entry, rowsOf(entry)));
}

/** What a guide shows for one entry of a golden journal, or for another entry in its place. */
function shown(name: string, seq: number, { width, tampered }: { width?: number; tampered?: Entry } = {}): readonly string[] {
  const guide = createGuide();
  const stops = new Set(stopsIn(name).map((entry) => entry.seq));
  for (const entry of goldenEntries(name).slice(0, seq)) guide.add(entry, stops.has(entry.seq));
  const entry = tampered ?? goldenEntries(name)[seq];
  if (entry) guide.add(entry, true);
  return guide.lines(width);
}

describe('a stop shows who decided what from what', () => {
  test('of a round that R7 measured: the measure, what it knew, what it decided and why', () => {
    expect(shown('giving-up', 90)).toEqual([
      'R7    measures     loss 0.70, up from 0.57 (D 0.64, P 1.00, Ω 0.20)',
      '      from         entry 89',
      '      before       L 0.57, D 0.45; 1 of 3 replans used',
      '      limits       no change below ε 0.1, close enough up to δ 0.3, wrong approach above ρ 0.5, spent from θ 0.8',
      'R7    decides      break_symmetry→change_approach',
      '      because      3 criteria missed; the next plan does without shell:sort, read_file, to meet "Emma stands first".',
      '      blocks       shell:sort, read_file',
    ]);
  });

  test('of a plan: what is in it, what it was compared with, what stands against it', () => {
    expect(shown('another-tool', 56).slice(1)).toEqual([
      'R2    turns down   a plan of 1 sub-task',
      '                   1. Read essay.txt and say how many words it has (read_file)',
      '      on offer     mdfind, glob, grep, write_file, edit_file, background, shell, search, fetch_url',
      '      directive    break_symmetry',
      '      blocked      read_file',
      '      not again    1 plan that failed',
      '      because      sub-task 1 names the tool "read_file", which is blocked in this round',
      '      in full      sub-task 1 names the tool "read_file", which is blocked in this round; there are mdfind, glob, grep, write_file, edit_file, background, shell, search, fetch_url',
    ]);
  });

  test('of what memory said: every entry, and whether it is enforced', () => {
    const [one, two] = ['glob failed', 'glob worked'];
    const { calibration } = decisions;
    const [entry] = calibration.result.entries;
    const entries = [
      { ...entry, text: one },
      { ...entry, kind: 'NOTE', text: two, enforced: false },
    ] as const;
    const tampered: Entry = {
      kind: 'decision',
      seq: 56,
      ts: '2026-01-01T00:00:00.000Z',
      ...calibration,
      result: { ...calibration.result, entries, missing: null },
    };
    expect(shown('another-tool', 56, { tampered }).slice(1)).toEqual([
      'R2    remembers    2 things from earlier tasks',
      '      forbidden    glob failed',
      '      enforced     MUST NOT: glob failed',
      '      known        glob worked',
      '      stated       NOTE: glob worked',
    ]);
  });

  test('of verdicts: criterion, verdict, evidence, and by what', () => {
    expect(shown('another-tool', 49).slice(1)).toEqual([
      'R4a   not done     sub-task 1',
      '      wanted       Say how many words essay.txt has',
      '      fail         the answer states how many words essay.txt has: The file was only read, and no tool counted: nothing shows that figure. (judged by a model)',
      '      by           a model',
    ]);
    expect(shown('giving-up', 45).slice(-2)).toEqual([
      '      fail         Ulysses stands last: nothing in the output matches "Ulysses\\s*\\z"',
      '      by           check: output matches Ulysses\\s*\\z',
    ]);
  });

  test.each([
    ['a call', 'first-task', 'tool', /^R3 {4}\w+/],
    ['a look around', 'first-task', 'look', /^R2 +looks +around \/scratch\/home$/],
    ['a look at the world', 'first-task', 'check', /^R4[ab] +looks +file/],
    ['a model step', 'first-task', 'model', /^R1 {4}asks a model with 1 turn so far/],
  ])('of an effect: %s', (_, name, effect, line) => {
    const intent = goldenEntries(name).find((entry) => entry.kind === 'intent' && entry.effect === effect);
    expect(shown(name, intent?.seq ?? 0).some((row) => line.test(row))).toBe(true);
  });

  test.each(goldenNames)('in a few lines without a wall of JSON: %s', (name) => {
    for (const { seq } of stopsIn(name)) {
      const lines = shown(name, seq, { width: 80 });
      expect(lines.length, `${seq}`).toBeLessThan(30);
      expect(lines.join('\n'), `${seq}`).not.toMatch(/\{"[^}]{100}/); // a check in a prompt is shown as the model sees it
    }
  });

  test.each([20, 40, 80, 120])('in %i columns', (width) => {
    for (const { seq } of stopsIn('side-by-side'))
      for (const line of shown('side-by-side', seq, { width })) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(width, 39));
  });
});

test('whatever a decision or an input on the record holds, something is shown that cannot draw', () => {
  const nasty = fc.oneof(fc.jsonValue(), fc.constant({ reasons: ['\u001b[2J\u0007'], rationale: '\u202e' }));
  const places = goldenEntries('another-tool').filter(({ kind }) => kind === 'decision' || kind === 'intent');
  fc.assert(
    fc.property(fc.constantFrom(...places), nasty, nasty, (entry, one, other) => {
      const tampered = readBack(entry.kind === 'intent' ? { ...entry, input: one } : { ...entry, inputs: one, result: other });
      const lines = shown('another-tool', entry.seq, { width: 80, tampered });
      expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});

test('of many answers that came in before a stop the first are shown, and the rest is counted', () => {
  const entries = goldenEntries('another-tool');
  const [intent, outcome] = [entries[18], entries[19]];
  if (intent?.kind !== 'intent' || outcome?.kind !== 'outcome') throw new Error('the golden has another call there');
  const keys = Array.from({ length: 6 }, (_, at) => `1.1.1/R3/1.${at + 1}` as typeof intent.key); // in the form of effect keys
  const guide = createGuide();
  for (const key of keys) guide.add({ ...intent, key }, true);
  for (const key of keys) guide.add({ ...outcome, key }, false);
  const next = entries[20];
  if (next) guide.add(next, true);
  const lines = guide.lines(undefined);
  expect(lines.filter((line) => line.includes('The sea gives back'))).toHaveLength(4);
  expect(lines[4]?.trim()).toBe('and 2 more answers');
  expect(lines[5]).toContain('asks a model');
});
