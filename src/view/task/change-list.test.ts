import { expect, test } from 'vitest';
import { changeList } from './change-list.ts';

test('a move is one change, with the entry that made it; what is only deleted or created stays that way', () => {
  const told = changeList(
    [
      { seq: 3, path: '/p/a.txt', change: 'deleted' },
      { seq: 3, path: '/p/b.txt', change: 'created', moved_from: '/p/a.txt' },
      { seq: 4, path: '/p/c.txt', change: 'deleted' },
      { seq: 5, path: '/q/d.txt', change: 'created' },
    ],
    '/p',
    true,
  );
  expect(told).toEqual([
    { seq: 3, what: 'moved', name: 'a.txt → b.txt' },
    { seq: 4, what: 'deleted', name: 'c.txt', path: '/p/c.txt' },
    { seq: 5, what: 'created', name: '/q/d.txt', path: '/q/d.txt' },
  ]);
});

test('a file that was written again where it had been moved from stays a change', () => {
  const changed = [
    { seq: 3, path: '/p/a.txt', change: 'changed' },
    { seq: 3, path: '/p/b.txt', change: 'created', moved_from: '/p/a.txt' },
  ] as const;
  expect(changeList(changed, '/p', true).map(({ what }) => what)).toEqual(['changed', 'moved']);
});

const folderMoved = [
  { seq: 3, path: '/p/photos', change: 'deleted' },
  { seq: 3, path: '/p/photos/a.jpg', change: 'deleted' },
  { seq: 3, path: '/p/photos/b.jpg', change: 'deleted' },
  { seq: 3, path: '/p/pictures', change: 'created' },
  { seq: 3, path: '/p/pictures/a.jpg', change: 'created', moved_from: '/p/photos/a.jpg' },
  { seq: 3, path: '/p/pictures/b.jpg', change: 'created', moved_from: '/p/photos/b.jpg' },
] as const;

test('a folder that moved with its content is one change', () => {
  expect(changeList(folderMoved, '/p', true)).toEqual([{ seq: 3, what: 'moved', name: 'photos → pictures' }]);
});

test('where not all changes are known, each file that moved is one, because the folder may have held more', () => {
  const names = changeList(folderMoved, '/p', false).map(({ what, name }) => `${what} ${name}`);
  expect(names).toContain('moved photos/a.jpg → pictures/a.jpg');
  expect(names).not.toContain('moved photos → pictures');
});
