import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonDifferences } from './json-differences.ts';

describe('where two values differ', () => {
  test.each([
    ['a leaf', { a: { b: [1, 2] } }, { a: { b: [1, 3] } }, [{ path: 'a.b.1', recorded: 2, computed: 3 }]],
    [
      'what only one has',
      { a: 1 },
      { b: 2 },
      [
        { path: 'a', recorded: 1, computed: undefined },
        { path: 'b', recorded: undefined, computed: 2 },
      ],
    ],
    ['another kind of value', { a: [] }, { a: {} }, [{ path: 'a', recorded: [], computed: {} }]],
    ['null and an object', { a: null }, { a: { b: 1 } }, [{ path: 'a', recorded: null, computed: { b: 1 } }]],
    ['the whole', 1, 2, [{ path: '', recorded: 1, computed: 2 }]],
    ['a longer list', [1], [1, 2], [{ path: '1', recorded: undefined, computed: 2 }]],
    ['names that every object has', {}, { toString: 1 }, [{ path: 'toString', recorded: undefined, computed: 1 }]],
  ])('is reported part by part: %s', (_, recorded, computed, parts) => {
    expect(jsonDifferences(recorded, computed)).toEqual(parts);
  });

  test('is nowhere when they would be the same in a file', () => {
    expect(jsonDifferences({ a: 0, b: [null] }, { b: [undefined], a: -0, c: undefined })).toEqual([]);
  });

  test('of long texts shows both from shortly before the first place where they differ', () => {
    const prompt = 'You plan. '.repeat(1_000);
    const [part] = jsonDifferences({ system: `${prompt}Do A.${prompt}` }, { system: `${prompt}Do B.${prompt}` });
    expect(part?.path).toBe('system');
    expect(part?.recorded).toMatch(/^….{39,43}A\./);
    expect(part?.computed).toMatch(/^….{39,43}B\./);
  });

  test('takes little room, however large the values are', () => {
    const large = { text: 'x'.repeat(1_000_000), list: Array(100_000).fill(1) };
    expect(JSON.stringify(jsonDifferences({ large }, {})).length).toBeLessThan(5_000);
    expect(JSON.stringify(jsonDifferences(large, { text: 'y', list: [] })).length).toBeLessThan(10_000);
    expect(jsonDifferences(Array(100).fill(1), Array(100).fill(2))).toHaveLength(20);
  });

  test('has none exactly when both have the same JSON, but for the order of keys', () => {
    const sorted = (value: unknown): string =>
      JSON.stringify(value, (_, part) =>
        typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part,
      );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        expect(jsonDifferences(one, one)).toEqual([]);
        expect(jsonDifferences(one, other).length === 0).toBe(sorted(one) === sorted(other));
      }),
    );
  });
});
