import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineAt, occurrences, whyNot } from './text-edit.ts';

/** Only a few letters, so that texts repeat and overlap. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 });
const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 4 });

describe('occurrences', () => {
  test.each([
    ['abcabc', 'abc', 2, [0, 3]],
    ['aaaa', 'aa', 3, [0, 1, 2]],
    ['abababa', 'aba', 3, [0, 2, 4]],
    ['abc', 'd', 0, []],
    ['ab', 'abc', 0, []],
    ['', 'a', 0, []],
    ['🔑任🔑', '🔑', 2, [0, 3]],
    ['a'.repeat(50), 'a', 50, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])('in %j of %j: %i', (where, what, count, first) => {
    expect(occurrences(where, what)).toEqual({ count, first });
  });

  test('are those that a look at every place finds', () => {
    fc.assert(
      fc.property(text, part, (where, what) => {
        const places = [...where].flatMap((_, at) => (where.startsWith(what, at) ? [at] : []));
        expect(occurrences(where, what)).toEqual({ count: places.length, first: places.slice(0, 10) });
      }),
    );
  });

  test('are found in good time even where everything nearly matches', () => {
    const long = 'a'.repeat(2_000_000);
    expect(occurrences(long, `b${'a'.repeat(1_000_000)}`).count).toBe(0);
    expect(occurrences(long, 'a'.repeat(1_000_000)).count).toBe(1_000_001);
  });
});

test.each([
  ['', 0, 1],
  ['a\nb\nc', 0, 1],
  ['a\nb\nc', 1, 1],
  ['a\nb\nc', 2, 2],
  ['a\r\nb\r\nc', 6, 3],
  ['\n\n\n', 3, 4],
])('in %j the place %i is in line %i', (where, at, line) => {
  expect(lineAt(where, at)).toBe(line);
});

describe('why an edit does not apply', () => {
  test.each([
    ['one\ntwo\n', 'two', undefined],
    ['one\ntwo\n', 'three', /not there$/],
    ['one\r\ntwo\r\n', 'one\ntwo', /white space/],
    ['if (a) {\n\tb;\n}', 'if (a) {\n  b;\n}', /white space/],
    ['one', ' \n', /not there$/],
    ['a\nb\na\n', 'a', /2 times, at line 1, 3:/],
    ['aaa', 'aa', /2 times, at line 1:/],
    ['a\n'.repeat(12), 'a', /12 times, at line 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …:/],
  ])('in %j for %j: %s', (where, old, reason) => {
    const why = whyNot(where, { old, new: '' }, occurrences(where, old));
    if (reason === undefined) expect(why).toBeUndefined();
    else expect(why).toMatch(reason);
  });
});
