import fc from 'fast-check';
import { expect, test } from 'vitest';
import { share } from './share-structure.ts';

test('what did not change keeps its identity', () => {
  const before = { a: { list: [1, { b: 2 }] }, c: { d: 3 } };
  const next = share(before, { a: { list: [1, { b: 2 }] }, c: { d: 4 } });
  expect(next).toEqual({ a: { list: [1, { b: 2 }] }, c: { d: 4 } });
  expect(next.a).toBe(before.a);
  expect(next.c).not.toBe(before.c);
});

test('a list that grew keeps its elements', () => {
  const before = [{ a: 1 }, { a: 2 }];
  const next = share(before, [{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(next).toHaveLength(3);
  expect(next[0]).toBe(before[0]);
});

test('whatever is shared is equal to what was given, and the same where nothing changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, next) => {
      expect(share<unknown>(before, next)).toEqual(next);
      const copy = structuredClone(next);
      expect(share(next, copy)).toBe(typeof next === 'object' && next !== null ? next : copy);
    }),
  );
});
