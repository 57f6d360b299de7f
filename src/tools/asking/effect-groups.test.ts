import { expect, test } from 'vitest';
import type { FileEffect } from '../../contracts/control.ts';
import { foldedFolders, groupsOf } from './effect-groups.ts';

const gone = (path: string): FileEffect => ({ path, change: 'deleted', why: 'it was there before' });
const come = (path: string, moved_from?: string): FileEffect => ({ path, change: 'created', ...(moved_from ? { moved_from } : {}) });
const told = (effects: readonly FileEffect[]) =>
  groupsOf(effects).map((group) =>
    group.kind === 'move' ? `${group.from} → ${group.to} (${group.entries})` : `${group.effect.change} ${group.effect.path}`,
  );

const folded = (effects: readonly FileEffect[]) =>
  foldedFolders(groupsOf(effects)).map((group) =>
    group.kind === 'effect' ? group.effect.path : group.kind === 'folder' ? `${group.path}/ (${group.entries})` : 'a move',
  );

test.each([
  [
    'a folder that goes whole is one line, first',
    [gone('/p/a'), gone('/p/d/x'), gone('/p/d/e/y'), gone('/p/d/e'), gone('/p/d')],
    ['/p/d/ (3)', '/p/a'],
  ],
  ['files of a folder that stays are told one by one', [gone('/p/d/x'), gone('/p/d/y')], ['/p/d/x', '/p/d/y']],
  ['a folder in which something new appears is not joined', [gone('/p/d'), gone('/p/d/x'), come('/p/d/y')], ['/p/d', '/p/d/x', '/p/d/y']],
  [
    'nor is one of which something moves away',
    [gone('/p/d'), gone('/p/d/x'), gone('/p/d/y'), come('/p/y', '/p/d/y')],
    ['/p/d', '/p/d/x', 'a move'],
  ],
  ['a name that only begins alike is another', [gone('/p/d'), gone('/p/dd')], ['/p/d', '/p/dd']],
] as const)('%s', (_, effects, lines) => {
  expect(folded(effects)).toEqual(lines);
});

test.each([
  ['a file that is renamed is one move', [gone('/p/a'), come('/p/b', '/p/a')], ['/p/a → /p/b (1)']],
  [
    'a folder that is renamed with all that is in it is one move',
    [gone('/p/old'), gone('/p/old/a'), gone('/p/old/d'), gone('/p/old/d/b')].concat([
      come('/p/new'),
      come('/p/new/a', '/p/old/a'),
      come('/p/new/d'),
      come('/p/new/d/b', '/p/old/d/b'),
    ]),
    ['/p/old → /p/new (4)'],
  ],
  [
    'a folder of which something is lost is told entry by entry',
    [gone('/p/old'), gone('/p/old/a'), gone('/p/old/lost'), come('/p/new'), come('/p/new/a', '/p/old/a')],
    ['deleted /p/old', '/p/old/a → /p/new/a (1)', 'deleted /p/old/lost', 'created /p/new'],
  ],
  [
    'an empty folder that goes with a moved one is no move of its own',
    [gone('/p/old'), gone('/p/old/empty'), gone('/p/old/a'), come('/p/new'), come('/p/new/a', '/p/old/a')],
    ['deleted /p/old', 'deleted /p/old/empty', '/p/old/a → /p/new/a (1)', 'created /p/new'],
  ],
  [
    'a folder into which more comes is told entry by entry',
    [gone('/p/old'), gone('/p/old/a'), come('/p/new'), come('/p/new/a', '/p/old/a'), come('/p/new/more')],
    ['deleted /p/old', '/p/old/a → /p/new/a (1)', 'created /p/new', 'created /p/new/more'],
  ],
  ['what only goes and what only comes are no move', [gone('/p/a'), come('/p/b')], ['deleted /p/a', 'created /p/b']],
  [
    'two that change places are two moves',
    [{ path: '/p/a', change: 'changed' } as const, { path: '/p/b', change: 'changed' } as const],
    ['changed /p/a', 'changed /p/b'],
  ],
])('%s', (_, effects, expected) => {
  expect(told(effects)).toEqual(expected);
});

test('where not all effects are known, no folder is said to move whole', () => {
  const effects = [gone('/p/old'), gone('/p/old/a'), come('/p/new'), come('/p/new/a', '/p/old/a')];
  expect(groupsOf(effects).map(({ kind }) => kind)).toEqual(['move']);
  expect(groupsOf(effects, false).map(({ kind }) => kind)).toEqual(['effect', 'move', 'effect']);
});
