import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldenEntries, goldenNames } from '../../../test/support/golden-entries.ts';
import type { EffectKey } from '../../contracts/ids.ts';
import type { Entry } from '../../journal/entry.ts';
import { createCriticalPath } from './critical-path.ts';

function callsOf(entries: readonly Entry[]): number {
  const path = createCriticalPath();
  for (const entry of entries) path.add(entry);
  return path.calls;
}

/** Counted by hand: R1 + R2 + the longest sub-task of each group including its judge + R4b, for each round. */
test.each([
  ['talk', 2],
  ['refusal', 1 + 1 + 2],
  ['first-task', 1 + 1 + 5],
  ['correction', 1 + 1 + 7],
  ['close-enough', 1 + 1 + 10],
  ['another-path', 1 + (1 + 4) + (2 + 4)],
  ['another-tool', 1 + (1 + 10) + (2 + 3)], // one judge was asked twice
  ['giving-up', 1 + (1 + 9) + (1 + 9) + (2 + 9)], // R2 was called once more, for the handoff
  ['side-by-side', 1 + 1 + 3 + 3 + 2], // two sub-tasks in parallel, three calls each, then one of three calls; R4b was asked twice
])('%s has %i model calls that follow each other', (name, expected) => {
  expect(callsOf(goldenEntries(name))).toBe(expected);
});

const ts = '2026-01-01T00:00:00.000Z';
const model = (key: string): Entry => ({
  kind: 'intent',
  seq: 1,
  ts,
  key: key as EffectKey,
  effect: 'model',
  role: 'R3',
  repeatable: true,
  input: null,
  input_hash: '',
});

test.each([
  ['tools and checks are no model calls', [{ ...model('1.1.1/R3/1.0'), effect: 'tool' as const }], 0],
  ['attempts of a sub-task follow each other', [model('1.1.1/R3/1.0'), model('1.1.2/R3/1.0'), model('1.1.2/R4a/2.0')], 3],
  ['the same sub-task of another round is another', [model('1.1.1/R3/1.0'), model('2.1.1/R3/1.0')], 2],
  ['sub-tasks that nobody handed out follow each other', [model('1.1.1/R3/1.0'), model('1.2.1/R3/1.0')], 2],
  ['nothing is nothing', [], 0],
])('%s', (_, entries, expected) => {
  expect(callsOf(entries)).toBe(expected);
});

test('there are never more of them than model calls, and one more entry never makes it fewer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...goldenNames), fc.nat(), (name, cut) => {
      const entries = goldenEntries(name);
      const some = entries.slice(0, cut % (entries.length + 1));
      const all = some.filter((entry) => entry.kind === 'intent' && entry.effect === 'model').length;
      expect(callsOf(some)).toBeLessThanOrEqual(all);
      expect(callsOf(some)).toBeLessThanOrEqual(callsOf(entries));
    }),
  );
});
