import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decisions } from '../../test/support/decisions.ts';
import { goldenEntries, goldenNames, readBack } from '../../test/support/golden-entries.ts';
import { entryKinds, journalFormat } from './entry.ts';

const at = { kind: 'decision', seq: 1, ts: '2026-01-01T00:00:00.000Z' };

/** The kinds of entries that came with each format; decisions and messages of other names are read by every format. */
const newKinds = [
  [1, ['message', 'decision', 'open', 'intent', 'outcome', 'refusal', 'pause', 'alarm', 'halt']],
  [4, ['background']],
  [5, ['claim', 'late']],
] as const;

test('a new kind of entry comes with a new format, so that an older artoo says that the journal is newer, and not that it is damaged', () => {
  expect(entryKinds.toSorted()).toEqual(newKinds.flatMap(([, kinds]) => kinds).toSorted());
  expect(Math.max(...newKinds.map(([format]) => format))).toBeLessThanOrEqual(journalFormat);
});

describe('a decision', () => {
  test.each(goldenNames)('of any format is known as what it is: %s', (name) => {
    const names = goldenEntries(name).flatMap((entry) => (entry.kind === 'decision' ? [entry.name] : []));
    expect(names).not.toEqual([]);
    expect(names).not.toContain('unknown');
  });

  test.each(Object.entries(decisions))('%s is read as it was written', (_, decision) => {
    expect(readBack({ ...at, ...decision })).toEqual({ ...at, ...decision });
  });

  test('that has another name or another shape is unknown, keeps all that it holds, and stays that way when it is read again', () => {
    fc.assert(
      fc.property(fc.constantFrom('noted', 'plan', 'abandon', 'unknown'), fc.jsonValue(), fc.jsonValue(), (name, inputs, result) => {
        const unknown = { ...at, role: 'R7', name: 'unknown', called: name, inputs, result };
        const read = readBack({ ...at, role: 'R7', name, inputs, result });
        expect(JSON.stringify(read)).toBe(JSON.stringify(unknown));
        expect(readBack(read)).toEqual(read);
      }),
    );
  });
});
