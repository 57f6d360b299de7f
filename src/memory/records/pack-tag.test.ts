import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { packTag, totalInText, unpackTag } from './pack-tag.ts';
import type { Sums } from './sums.ts';
import { emptyTag, type MemoryRef, type TagRecord, totalAt } from './tag-record.ts';

const number = fc.double({ noNaN: true });
const sums: fc.Arbitrary<Sums[]> = fc.array(
  fc.record({
    k: number,
    spentUntil: number,
    spent: number,
    stretches: fc.array(fc.tuple(number, number, number, number, number, number), { maxLength: 4 }),
  }),
  { maxLength: 4 },
);
const filed: fc.Arbitrary<MemoryRef[]> = fc.array(fc.tuple(fc.string({ unit: anyCharacter }), number, number, number), { maxLength: 300 });
const tag: fc.Arbitrary<TagRecord> = fc.record({
  due: fc.boolean(),
  sums: fc.record({ evidence: sums, other: sums, consolidated: sums }),
  rules: filed,
  demoted: filed,
  newest: filed,
});

test('the record of a tag is read as it was written', () => {
  fc.assert(
    fc.property(tag, fc.nat(), (record, at) => {
      const text = packTag(record);
      expect(unpackTag(text)).toEqual(record);
      expect(totalInText(text, at)).toEqual(totalAt(record, at));
    }),
  );
});

test('a text that was cut anywhere is not read', () => {
  const text = packTag({ ...emptyTag(), newest: [['a', 1, 1, 2]], rules: [['[b]', 2, -1, 0]] });
  for (let length = 0; length < text.length; length += 1) expect(unpackTag(text.slice(0, length))).toBeUndefined();
  for (const other of ['', '[]', '{}', 'AAAA[]', `${text}]`, text.replace('"a"', '7'), text.replace(',"a"', '')])
    expect(unpackTag(other)).toBeUndefined();
  for (const cut of [text.slice(40), text.slice(text.indexOf('[')), '', 'AAAA[]']) expect(totalInText(cut, 0)).toBeUndefined();
});
