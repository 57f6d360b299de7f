import { expect, test } from 'vitest';
import type { FileEffect } from '../../contracts/control.ts';
import { textOf } from '../style/line.ts';
import { changedLines } from './changed-lines.ts';
import { fitted } from './layout.ts';

const at = '/home/ada/project';
const effect = (change: FileEffect['change'], path: string, from?: string): FileEffect => ({
  path: `${at}/${path}`,
  change,
  ...(from !== undefined && { moved_from: `${at}/${from}` }),
});
const shown = (changed: readonly FileEffect[]) =>
  fitted(changedLines(changed, at), undefined).map((line) =>
    textOf(line)
      .replace(/^changed +/, '')
      .trim()
      .replaceAll(/ +/g, ' '),
  );

test.each<[string, readonly FileEffect[], readonly string[]]>([
  ['nothing', [], []],
  ['a path below the folder is shown from there', [effect('changed', 'a.ts')], ['edited a.ts']],
  ['one outside is shown whole', [{ path: '/etc/hosts', change: 'changed' }], ['edited /etc/hosts']],
  ['a move is one line', [effect('deleted', 'a'), effect('created', 'b', 'a')], ['moved a → b']],
  [
    'a folder that moved is one line',
    [
      ...[effect('deleted', 'src'), effect('deleted', 'src/a'), effect('deleted', 'src/b')],
      ...[effect('created', 'lib'), effect('created', 'lib/a', 'src/a'), effect('created', 'lib/b', 'src/b')],
    ],
    ['moved src → lib'],
  ],
  [
    'and so is one with folders in it',
    [
      ...[effect('deleted', 'src'), effect('deleted', 'src/in'), effect('deleted', 'src/in/a'), effect('deleted', 'src/b')],
      ...[effect('created', 'lib'), effect('created', 'lib/in'), effect('created', 'lib/in/a', 'src/in/a')],
      effect('created', 'lib/b', 'src/b'),
    ],
    ['moved src → lib'],
  ],
  ['a new folder is told by what is in it', [effect('created', 'new'), effect('created', 'new/a')], ['created new/a']],
  ['an empty one by itself', [effect('created', 'new')], ['created new']],
  [
    'caches are one line, after the rest',
    [
      ...[effect('created', 'x/__pycache__/a.pyc'), effect('created', 'x/__pycache__'), effect('created', 'node_modules/a/b.js')],
      effect('created', 'x.py'),
    ],
    ['created x.py', 'and 3 in __pycache__, node_modules'],
  ],
  ['only caches', [effect('created', '.pytest_cache/a')], ['and 1 in .pytest_cache']],
  [
    'many are counted',
    Array.from({ length: 23 }, (_, index) => effect('created', `${index}`)),
    [...Array.from({ length: 20 }, (_, index) => `created ${index}`), 'and 3 more changes'],
  ],
])('%s', (_, changed, lines) => {
  expect(shown(changed)).toEqual(lines);
});
