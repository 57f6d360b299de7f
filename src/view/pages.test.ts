import { expect, test } from 'vitest';
import { counted } from './pages.ts';

test.each([0, 1, 2, 999, 1_000, 12_345, 1_234_567, -1_000, 1_000.5])('%d is written as people of English write it', (count) =>
  expect(counted(count, 'task')).toBe(`${count.toLocaleString('en')} ${count === 1 ? 'task' : 'tasks'}`),
);
