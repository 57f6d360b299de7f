import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { IsoTime } from '../../contracts/shapes/shape.ts';
import { Deadline } from './deadline.ts';

test.each([
  ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000Z'],
  ['2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00.000Z'],
  ['2026-12-31T23:30:00.5-01:00', '2027-01-01T00:30:00.500Z'],
])('%s is the deadline %s', (stated, deadline) => {
  expect(Deadline.parse(stated)).toBe(deadline);
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a word', 'tomorrow'],
  ['a number', 1_800_000_000],
  ['a day', '2026-05-01'],
  ['a time of no place', '2026-05-01T10:00:00'],
  ['a day that does not exist', '2026-02-30T10:00:00Z'],
  ['an hour that does not exist', '2026-02-28T25:00:00Z'],
  ['a time whose year in UTC has five digits', '9999-12-31T23:59:59-23:59'],
  ['a time before the first year', '0000-01-01T00:00:00+23:59'],
])('%s is not a deadline', (_, stated) => {
  expect(Deadline.parse(stated)).toBeNull();
});

test('whatever is stated becomes a time that a message can carry, or none', () => {
  const digits = (most: number, length: number) => fc.nat(most).map((number) => String(number).padStart(length, '0'));
  const parts = fc.tuple(
    digits(9999, 4),
    digits(13, 2),
    digits(32, 2),
    digits(24, 2),
    digits(60, 2),
    fc.constantFrom('+', '-'),
    digits(24, 2),
  );
  const stated = parts.map(
    ([year, month, day, hour, minute, sign, offset]) => `${year}-${month}-${day}T${hour}:${minute}:00${sign}${offset}:30`,
  );
  fc.assert(
    fc.property(fc.oneof(stated, fc.anything()), (value) => {
      expect(IsoTime.nullable().safeParse(Deadline.parse(value)).success).toBe(true);
    }),
    { numRuns: 2000 / oneIn(10) },
  );
});
