import { expect, test } from 'vitest';
import { counted, listable } from './pages.ts';

test.each([0, 1, 2, 999, 1_000, 12_345, 1_234_567, -1_000, 1_000.5])('%d is written as in English', (count) =>
  expect(counted(count, 'task')).toBe(`${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`),
);

test.each([
  [2, 2],
  [3, 3],
  [4, 4], // a line with the count would take as much room
  [5, 3],
])('with %i rows where three are enough, %i are listed', (count, listed) => {
  expect(listable(count, 3)).toBe(listed);
});
