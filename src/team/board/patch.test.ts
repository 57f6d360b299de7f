import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patched, patchOf } from './patch.ts';

test('only what differs is in it', () => {
  const before = { a: 1, tasks: [{ id: 't1', history: [1] }, { id: 't2' }], gone: true };
  const after = { a: 1, tasks: [{ id: 't1', history: [1, 2] }, { id: 't2' }], new: 'x' };
  expect(patchOf(before, after)).toEqual([
    { path: ['gone'] },
    { path: ['tasks', 0, 'history', 1], value: 2 },
    { path: ['new'], value: 'x' },
  ]);
});

test('what it says makes one from the other, also after a journal and several in a row, and changes neither', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, 1, 'a', true),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any')),
    ),
  })).any;
  fc.assert(
    fc.property(value, value, value, (before, between, after) => {
      const kept = structuredClone(before);
      const changes = [...patchOf(before, between), ...patchOf(between, after)];
      expect(patched(before, JSON.parse(JSON.stringify(changes)))).toEqual(after);
      expect(before).toEqual(kept);
    }),
  );
});
