import { expect, test } from 'vitest';
import { toldChanges } from './told-changes.ts';

test('a move is one change, told where the file came to; what is only deleted or created stays so', () => {
  const told = toldChanges(
    [
      { seq: 3, path: '/p/a.txt', change: 'deleted' },
      { seq: 3, path: '/p/b.txt', change: 'created', moved_from: '/p/a.txt' },
      { seq: 4, path: '/p/c.txt', change: 'deleted' },
      { seq: 5, path: '/q/d.txt', change: 'created' },
    ],
    '/p',
  );
  expect(told).toEqual([
    { seq: 3, what: 'moved', name: 'a.txt → b.txt' },
    { seq: 4, what: 'deleted', name: 'c.txt', path: '/p/c.txt' },
    { seq: 5, what: 'created', name: '/q/d.txt', path: '/q/d.txt' },
  ]);
});

test('a file that was written anew where it had been moved from stays a change', () => {
  const changed = [
    { seq: 3, path: '/p/a.txt', change: 'changed' },
    { seq: 3, path: '/p/b.txt', change: 'created', moved_from: '/p/a.txt' },
  ] as const;
  expect(toldChanges(changed, '/p').map(({ what }) => what)).toEqual(['changed', 'moved']);
});
