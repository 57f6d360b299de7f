import { expect, test } from 'vitest';
import { aBoard, aTask, inState } from '../../../test/team/boards.ts';
import type { Board, Task } from '../board/board.ts';
import { withoutFinished } from './archive.ts';

const left = (tasks: readonly Task[], more: Partial<Board> = {}) =>
  withoutFinished({ ...aBoard(tasks, {}), ...more }).tasks.map(({ id }) => id);

test.each<[string, readonly Task[], readonly string[]]>([
  ['final tasks leave', [inState('MERGED', { id: 'a' }), inState('ABANDONED', { id: 'b' }), aTask({ id: 'c' })], ['c']],
  ['what an open one depends on stays', [inState('MERGED', { id: 'a' }), aTask({ id: 'b', depends_on: ['a'] })], ['a', 'b']],
  [
    'what that depended on stays with it',
    [
      inState('MERGED', { id: 'a' }),
      inState('MERGED', { id: 'b', depends_on: ['a'] }),
      aTask({ id: 'c', depends_on: ['b'] }),
      inState('MERGED', { id: 'd', depends_on: ['c'] }),
    ],
    ['a', 'b', 'c'],
  ],
  [
    'what an open one replaces stays',
    [inState('SUPERSEDED', { id: 'a', superseded_by: ['b'] }), aTask({ id: 'b', supersedes: 'a' }), inState('MERGED', { id: 'c' })],
    ['a', 'b'],
  ],
  ['drafts stay', [inState('DRAFT', { id: 'a' })], ['a']],
])('%s', (_, tasks, expected) => expect(left(tasks)).toEqual(expected));

test('tasks that the sprint plans, and tasks with an open discovery, stay', () => {
  const merged = ['a', 'b', 'c'].map((id) => inState('MERGED', { id }));
  const board = aBoard(merged, {});
  const sprint = { ...board.sprint, scope: { planned: ['a'], stretch: [] } };
  const discovered = [
    { id: 'disc-1', during: 'b' },
    { id: 'disc-2', during: 'c', converted_to_task: 'd' },
  ];
  expect(left(merged, { sprint, discovered })).toEqual(['a', 'b']);
});
