import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFinder } from './find-values.ts';

/** Searches for one value at a time, then sorts what was found by its place in the text. */
function foundOneByOne(values: readonly string[], text: string) {
  const found = values.flatMap((sought, value) => {
    const places = [];
    for (let from = text.indexOf(sought); from !== -1; from = text.indexOf(sought, from + sought.length))
      places.push({ value, from, to: from + sought.length });
    return places;
  });
  return found.toSorted((a, b) => a.from - b.from || a.value - b.value);
}

const characters = fc.constantFrom('a', 'b', 'é', '\n', '\u{1f600}', '\ufffd');
const value = fc.string({ unit: characters, minLength: 4, maxLength: 9 });

test('finds in one pass what is found by looking for one value after another', () => {
  const text = fc.array(fc.oneof(value, fc.string({ unit: characters })), { maxLength: 20 });
  fc.assert(
    fc.property(fc.uniqueArray(value, { maxLength: 8 }), text, (values, parts) => {
      const whole = [...parts, ...values].join('');
      expect(createFinder(values)(whole)).toEqual(foundOneByOne(values, whole));
    }),
  );
});

test.each([
  ['nothing in an empty text', ['abcd'], '', []],
  ['nothing without values', [], 'abcd', []],
  ['a value at the very start and the very end', ['abcd'], 'abcd abcd', [0, 5]],
  ['of one value only what does not overlap', ['aaaa'], 'aaaaaaa', [0]],
  ['values that overlap', ['abcdef', 'defghi'], 'abcdefghi', [0, 3]],
  ['no value that is only begun', ['abcdef'], 'abcde', []],
])('finds %s', (_, values, text, places) => {
  expect(createFinder(values)(text).map(({ from }) => from)).toEqual(places);
});
