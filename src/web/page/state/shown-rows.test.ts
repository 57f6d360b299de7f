import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInSight, scrollFor } from './shown-rows.ts';

test('of ten thousand rows, few are drawn, and the room of the others is kept', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(400_000), fc.integer({ min: 100, max: 2_000 }), (count, top, height) => {
      const { first, end, above, below } = rowsInSight(count, 28, top, height);
      expect(end - first).toBeLessThanOrEqual(Math.ceil(height / 28) + 42);
      expect(above + (end - first) * 28 + below).toBe(count * 28);
      const inSight = Math.floor(top / 28);
      if (inSight < count) expect(inSight >= first && inSight < end).toBe(true);
    }),
  );
});

test('a row that is chosen comes into sight', () => {
  expect(scrollFor(5, 28, 0, 280)).toBeUndefined();
  for (const row of [0, 50, 999]) {
    const top = scrollFor(row, 28, 700, 280) ?? 700;
    expect(row * 28 >= top && (row + 1) * 28 <= top + 280).toBe(true);
  }
});
