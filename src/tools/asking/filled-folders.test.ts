import { expect, test } from 'vitest';
import type { FileEffect } from '../../contracts/control.ts';
import { groupsOf } from './effect-groups.ts';
import { filledFolders } from './filled-folders.ts';

const come = (path: string, why?: string): FileEffect => ({ path, change: 'created', ...(why !== undefined && { why }) });
const many = (folder: string, count: number, why?: string) => Array.from({ length: count }, (_, at) => come(`${folder}/${at}`, why));
const lines = (effects: readonly FileEffect[], cwd?: string) =>
  filledFolders(groupsOf(effects), cwd).map((group) =>
    group.kind === 'filled' ? `${group.isNew ? 'new ' : ''}${group.path} ${group.entries}${group.isAsked ? ' asked' : ''}` : group.kind,
  );

test.each<[string, readonly FileEffect[], readonly string[]]>([
  ['a new folder with many files in it is one line', [come('/p/d'), ...many('/p/d', 11)], ['new /p/d 11']],
  ['with those in its folders', [come('/p/d'), come('/p/d/e'), ...many('/p/d/e', 10)], ['new /p/d 11']],
  ['in any order', [...many('/p/d', 11), come('/p/d')], ['new /p/d 11']],
  ['with few, each is listed', [come('/p/d'), ...many('/p/d', 2)], ['effect', 'effect', 'effect']],
  ['many new files in a folder that was there are one line', many('/p/d', 11), ['/p/d 11']],
  ['those in other folders are not among them', [...many('/p/d', 10), come('/p/e/x')], Array.from({ length: 11 }, () => 'effect')],
  ['what is changed there is listed', [...many('/p/d', 11), { path: '/p/d/x', change: 'changed' }], ['/p/d 11', 'effect']],
  [
    'what git writes into a repository is left to a line of its own',
    many('/p/.git/objects', 11),
    Array.from({ length: 11 }, () => 'effect'),
  ],
  ['a new repository is a folder like others', [come('/p/.git'), ...many('/p/.git/objects', 11)], ['new /p/.git 11']],
  ['what needs a yes is told so', many('/p/d', 11, 'outside'), ['/p/d 11 asked']],
  [
    'a file that needs it for a reason of its own is listed',
    [come('/p/d'), ...many('/p/d', 11), come('/p/d/hook', 'git runs it')],
    ['new /p/d 11', 'effect'],
  ],
])('%s', (_, effects, expected) => {
  expect(lines(effects)).toEqual(expected);
});

test('files in the current folder are listed one by one', () => {
  expect(lines(many('/p', 11), '/p')).toEqual(Array.from({ length: 11 }, () => 'effect'));
});
