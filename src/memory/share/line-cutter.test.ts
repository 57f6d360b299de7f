import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineCutter } from './line-cutter.ts';

test('lines are the same however they are cut into pieces', () => {
  const text = fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''));
  fc.assert(
    fc.property(fc.array(text), fc.array(fc.nat(40)), (lines, sizes) => {
      const cut = createLineCutter(10_000);
      let rest = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const got: string[] = [];
      for (const size of [...sizes, rest.length]) {
        got.push(...(cut(rest.subarray(0, size)) ?? ['garbled']));
        rest = rest.subarray(size);
      }
      expect(got).toEqual(lines);
    }),
  );
});

test.each([
  ['a line as long as is allowed', ['12345678\n'], ['12345678']],
  ['a line that is too long', ['123456789\n'], undefined],
  ['a line that grows too long by pieces', ['12345', '6789'], undefined],
  ['bytes that are no text', [Buffer.from([0xff, 0x0a])], undefined],
])('%s', (_, pieces, last) => {
  const cut = createLineCutter(8);
  expect(pieces.map((piece) => cut(Buffer.from(piece))).at(-1)).toEqual(last);
});
