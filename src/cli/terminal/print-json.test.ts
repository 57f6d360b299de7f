import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { printJson } from './print-json.ts';

function printed(value: object, isPrinting: boolean): string {
  const lines: string[] = [];
  printJson(value, { print: (line) => void lines.push(line), isPrinting });
  return lines.join('\n');
}

test('on a terminal, what could draw there is escaped', () => {
  expect(printed({ a: 'x\u009b31m\u007f\u202e\u{e0041}ü' }, true)).toBe('{"a":"x\\u009b31m\\u007f\\u202e\\udb40\\udc41ü"}');
});

test('elsewhere it is JSON as always', () => {
  expect(printed({ a: '\u009b31m' }, false)).toBe('{"a":"\u009b31m"}');
});

test('whatever it is, it cannot draw and means the same', () => {
  const anything = fc.dictionary(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }));
  fc.assert(
    fc.property(anything, (value) => {
      const text = printed(value, true);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 100 / oneIn(4) },
  );
});
