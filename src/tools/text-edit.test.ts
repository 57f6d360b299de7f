import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edited, lineAt, occurrences, pastsOf, whyNot } from './text-edit.ts';

/** Few letters, so that texts repeat and overlap. */
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

describe('what a text was before an edit', () => {
  test.each([
    ['no place for it: it was not made', 'a foo b', 'foo', 'bar', []],
    ['one place', 'a bar b', 'foo', 'bar', ['a foo b']],
    ['several places', 'bar bar', 'foo', 'bar', ['foo bar', 'bar foo']],
    ['`old` beside `new`: there would have been two', 'foo bar', 'foo', 'bar', []],
    ['`new` contains `old`', 'foo()', 'foo', 'foo()', ['foo']],
    ['`new` contains `old`, and was not put there', 'foo', 'foo', 'foo()', []],
    ['what was joined makes a new `old`', 'aabb', 'ab', 'a', ['aabbb']],
    ['a deletion', 'a b', 'foo', '', undefined],
    ['too many places', 'x'.repeat(11), 'foo', 'x', undefined],
    ['many places, and one `old` that is apart from all', `foo ${'x'.repeat(50)}`, 'foo', 'x', []],
  ])('%s', (_, now, old, put, expected) => {
    expect(pastsOf(now, { old, new: put })?.map((past) => past.text)).toEqual(expected);
  });

  test('is never missed, and always leads here', () => {
    fc.assert(
      fc.property(text, part, part, (before, old, put) => {
        const { count, first } = occurrences(before, old);
        fc.pre(count === 1 && old !== put);
        const now = edited(before, first[0] ?? 0, { old, new: put });
        const pasts = pastsOf(now, { old, new: put });
        if (pasts) expect(pasts.map((past) => past.text)).toContain(before);
        for (const past of pasts ?? []) expect(edited(past.text, past.at, { old, new: put })).toBe(now);
      }),
      { numRuns: 2_000 },
    );
  });
});
