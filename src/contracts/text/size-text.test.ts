import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_345, '12.3 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [3_500_000, '3.5 MB'],
  [2_000_000_000, '2.0 GB'],
  [7e12, '7.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
