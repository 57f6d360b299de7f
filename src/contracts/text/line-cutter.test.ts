import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineCutter } from './line-cutter.ts';

test('lines are the same however they are cut into pieces, and so is what was begun', () => {
  const text = fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll('\n', ''));
  fc.assert(
    fc.property(fc.array(text), text, fc.array(fc.nat(40)), (lines, begun, sizes) => {
      const cutter = createLineCutter();
      let rest = Buffer.from(lines.map((line) => `${line}\n`).join('') + begun);
      const got: Buffer[] = [];
      for (const size of [...sizes, rest.length]) {
        got.push(...cutter.cut(rest.subarray(0, size)));
        rest = rest.subarray(size);
      }
      expect(got.map(String)).toEqual(lines);
      expect(cutter.rest().toString()).toBe(begun);
      expect(cutter.pending).toBe(Buffer.byteLength(begun));
    }),
  );
});
