import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { folded, isSame, isSimilar } from './similar.ts';

describe('two texts', () => {
  test.each([
    ['Timeout after 30 ms', '  timeout   AFTER 4000 ms', true],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 10.1.2.3:80', true],
    ['specs/a.md', 'specs/b.md', false],
    ['', '   ', true],
  ])('%j and %j are the same: %s', (a, b, same) => expect(isSame(a, b)).toBe(same));

  test.each([
    ['abcdefghij', 'abcdefgxyz', true], // 7 of 10
    ['abcdefghij', 'abcdefwxyz', false], // 6 of 10
    ['abcdefg', 'abcdefghij', true], // three letters more: 7 of 10
    ['abcdef', 'abcdefghij', false],
    ['no such table users', 'no such table orders', true],
    ['no such table users', 'permission denied', false],
  ])('%j and %j are similar: %s', (a, b, similar) => {
    expect(isSimilar(a, b)).toBe(similar);
    expect(isSimilar(b, a)).toBe(similar);
  });

  test('that are as long as an agent likes are compared by their beginnings', () => {
    expect(folded('x'.repeat(1_000_000))).toHaveLength(200);
    expect(isSimilar(`${'x'.repeat(300)}y`, 'x'.repeat(300))).toBe(true);
  });

  test('are similar by the ratio of their distance, however that is computed', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const longer = Math.max(a.length, b.length);
        expect(isSimilar(a, b)).toBe(longer === 0 || 10 * (longer - distance(a, b)) >= 7 * longer);
      }),
    );
  });
});

/** The edit distance according to its definition. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a[0] === b[0]) return distance(a.slice(1), b.slice(1));
  return 1 + Math.min(distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1)));
}
