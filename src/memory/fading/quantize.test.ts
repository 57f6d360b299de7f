import { expect, test } from 'vitest';
import { MegramState } from '../../contracts/memory.ts';
import { planFingerprint } from '../recall/plan-fingerprint.ts';
import { quantize } from './quantize.ts';

/** SPEC §6, row by row; where the table leaves the sign open, the caller gives it. */
const rows: [state: MegramState, f: number, sigma: number, k: number, said?: number][] = [
  ['abandon', 0.95, -1, 0.05],
  ['accept', 0.9, 1, 0.05],
  ['change_approach', 0.85, -1, 0.05],
  ['success', 0.8, 1, 0.05],
  ['break_symmetry', 0.75, 1, 0.05],
  ['change_path', 0.3, 0, 0.2],
  ['refine', 0.1, 0.5, 0.5],
  ['dissonance', 0.85, -1, 0.05, -1],
  ['dissonance', 0.85, 1, 0.05, 1],
  ['dissonance', 0.85, 0, 0.05],
  ['rule', 1, 1, 0],
  ['rule', 1, -1, 0, -1],
  ['declared', 1, 1, 0],
];

test.each(rows)('%s counts %d, points %d and fades by %d', (state, f, sigma, k, said) => {
  expect(quantize(state, said)).toEqual({ f, sigma, k });
});

test('every state has a row', () => {
  expect([...new Set(rows.map(([state]) => state))].toSorted()).toEqual(MegramState.options.toSorted());
});

test('a plan has the same short name wherever it is made, and other plans have other names', () => {
  expect(planFingerprint('glob: find the notes')).toMatch(/^[0-9a-f]{16}$/);
  expect(planFingerprint('glob: find the notes')).toBe(planFingerprint('glob: find the notes'));
  expect(planFingerprint('glob: find the notes')).not.toBe(planFingerprint('glob: find the note'));
});
