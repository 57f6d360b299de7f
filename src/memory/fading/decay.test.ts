import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attentionAt, dayMs as day, expiryOf } from './decay.ts';

test('the moment of death is the first moment at which the memory is dead', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.oneof(fc.double({ min: 1e-12, max: 100, noNaN: true }), fc.constantFrom(0, 1e-310, 1e308, 0.05, 0.2, 0.5)),
      fc.integer({ min: 0, max: 4e12 }),
      fc.integer({ min: 0, max: 1e10 }),
      (f, k, createdAt, later) => {
        const weight = { f, k, since: createdAt + later };
        const death = expiryOf(weight, createdAt);
        const isGone = (at: number) => at - createdAt > day && attentionAt(weight, at) < 0.1;
        expect(isGone(death ?? 8.64e15)).toBe(death !== undefined);
        if (death !== undefined) expect(isGone(death - 1)).toBe(false);
      },
    ),
  );
});
