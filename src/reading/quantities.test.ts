import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { readAge, readCount, readDuration, readMoney, readNumber, readSize, readSwitch } from './quantities.ts';

const bounds = { min: 1, max: 2_000_000 };
const nonsense: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  '-1',
  'NaN',
  '1e999',
  [],
  {},
  [1],
  true,
  1n,
];

describe('a duration', () => {
  test.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['1h30m', 5_400_000],
    ['1h 30m 5s', 5_405_000],
    ['1.5h', 5_400_000],
    ['500ms', 500],
    ['0.5s', 500],
    [' 5M ', 300_000],
    ['240h', 864_000_000],
  ])('is read from %j', (raw, value) => {
    expect(readDuration(raw)).toEqual({ ok: true, value });
  });

  test.each([
    [300, /unit/],
    ['300', /unit/],
    ['0s', /more than zero/],
    ['0.0001s', /more than zero/],
    ['241h', /at most/],
    ['99999999999999999999h', /at most/],
    ['30m1h', /such as/],
    ['5 minutes', /such as/],
    ['-5m', /such as/],
    ['5m5m', /such as/],
    ['1.5.5m', /such as/],
  ])('%j is refused', (raw, error) => {
    expect(readDuration(raw)).toEqual({ ok: false, error: expect.stringMatching(error) });
  });
});

const day = 86_400_000;

describe('an age', () => {
  test.each([
    ['30d', 30 * day],
    ['12w', 84 * day],
    ['1y', 365 * day],
    ['0d', 0],
    ['1.5d', 1.5 * day],
    [' 2 W ', 14 * day],
    ['100y', 36_500 * day],
  ])('is read from %j', (raw, value) => {
    expect(readAge(raw)).toEqual({ ok: true, value });
  });

  test.each([['30'], [30], ['1m'], ['1h'], ['-1d'], ['1d1w'], ['d'], ['1e3d'], ['101y'], ['99999999999999999999d']])(
    '%j is refused',
    (raw) => {
      expect(readAge(raw)).toMatchObject({ ok: false });
    },
  );
});

describe('a size', () => {
  test.each([
    ['500MB', 500_000_000],
    ['2GB', 2_000_000_000],
    ['1.5 gb', 1_500_000_000],
    ['0b', 0],
    ['10kB', 10_000],
    ['1MiB', 1_048_576],
    ['1tb', 1_000_000_000_000],
  ])('is read from %j', (raw, value) => {
    expect(readSize(raw)).toEqual({ ok: true, value });
  });

  test.each([['500'], [500], ['500M'], ['-1GB'], ['1ib'], ['GB'], ['1,5GB'], ['1 PB']])('%j is refused', (raw) => {
    expect(readSize(raw)).toMatchObject({ ok: false });
  });
});

describe('a count', () => {
  test.each([
    [250_000, 250_000],
    ['250000', 250_000],
    ['250_000', 250_000],
    ['250,000', 250_000],
    ['250k', 250_000],
    ['1.5M', 1_500_000],
    [1, 1],
    ['2m', 2_000_000],
  ])('is read from %j', (raw, value) => {
    expect(readCount(raw, bounds)).toEqual({ ok: true, value });
  });

  test.each([[0], [2_000_001], [1.5], ['1.5'], ['0x10'], ['1e3'], ['k'], ['1kk']])('%j is refused', (raw) => {
    expect(readCount(raw, bounds)).toEqual({ ok: false, error: 'must be a whole number from 1 to 2,000,000' });
  });
});

describe('money', () => {
  test.each([
    [2.5, 2.5],
    [0, 0],
    ['2.5', 2.5],
    ['$2.50', 2.5],
    ['$ 2.50', 2.5],
    ['US$2', 2],
    ['2.50 USD', 2.5],
    ['2$', 2],
    ['1_000', 1_000],
  ])('is read from %j', (raw, value) => {
    expect(readMoney(raw)).toEqual({ ok: true, value });
  });

  test.each([
    ['2,50', /2\.50/],
    ['€2', /US dollars/],
    ['$', /US dollars/],
    ['$-2', /US dollars/],
    [1_000_001, /US dollars/],
    ['.5', /US dollars/],
  ])('%j is refused', (raw, error) => {
    expect(readMoney(raw)).toEqual({ ok: false, error: expect.stringMatching(error) });
  });
});

test.each([
  [0.3, 0.3],
  ['0.3', 0.3],
  [1, 1],
  [0, 0],
])('a number within bounds is read from %j', (raw, value) => {
  expect(readNumber(raw, { min: 0, max: 1 })).toEqual({ ok: true, value });
});

test.each([[1.1], ['1.1'], [-0.1]])('a number out of bounds, %j, is refused', (raw) => {
  expect(readNumber(raw, { min: 0, max: 1 })).toEqual({ ok: false, error: 'must be a number from 0 to 1' });
});

test.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
])('a switch is read from %j', (raw, value) => {
  expect(readSwitch(raw)).toEqual({ ok: true, value });
});

test.each(['yes', 'no', 'on', 1, 0, '', null])('%j is not a switch', (raw) => {
  expect(readSwitch(raw)).toEqual({ ok: false, error: 'must be true or false' });
});

const readers = [
  readDuration,
  readAge,
  readSize,
  (raw: unknown) => readCount(raw, bounds),
  readMoney,
  (raw: unknown) => readNumber(raw, { min: 0, max: 1 }),
];

test.each(nonsense.map((raw) => [raw]))('%o is not a quantity of any kind', (raw) => {
  for (const read of readers) expect(read(raw)).toEqual({ ok: false, error: expect.any(String) });
});

test('whatever is read is a finite number that is not negative', () => {
  let numbers = 0;
  fc.assert(
    fc.property(fc.anything(), fc.string({ unit: fc.constantFrom(...'0123456789.,_hmsk$-eEdwyGB '), maxLength: 8 }), (thing, text) => {
      for (const read of readers.flatMap((reader) => [reader(thing), reader(text)]))
        if (read.ok) {
          numbers += 1;
          expect(Number.isFinite(read.value) && read.value >= 0).toBe(true);
        }
    }),
    { numRuns: 3_000 / oneIn(5) },
  );
  expect(numbers).toBeGreaterThan(100); // otherwise the property would prove nothing
});
