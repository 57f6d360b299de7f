import fc from 'fast-check';
import { expect, test } from 'vitest';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import { wrappedAt } from './wrapped-at.ts';

test.each([
  ['', 10, { row: 0, column: 0 }],
  ['hello', 10, { row: 0, column: 5 }],
  ['hello', 5, { row: 0, column: 5 }],
  ['hello!', 5, { row: 1, column: 1 }],
  ['日本語', 5, { row: 1, column: 2 }],
  ['a日本語', 4, { row: 1, column: 4 }],
])('%j at %i columns ends at %o', (text, columns, expected) => {
  expect(wrappedAt(text, columns)).toEqual(expected);
});

test('a terminal wraps in the same way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[a-z日本語 ]{1,80}$/u), fc.integer({ min: 2, max: 30 }), async (text, columns) => {
      const terminal = virtualTerminal(columns, 60);
      terminal.write(text);
      const { row, column } = await terminal.cursor();
      expect(wrappedAt(text, columns)).toEqual({ row, column });
    }),
  );
});
