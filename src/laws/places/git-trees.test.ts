import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { IndexEntry } from './git-index.ts';
import { treesOf } from './git-trees.ts';

const idOf = (tree: Buffer) => createHash('sha1').update(`tree ${tree.length}\0`).update(tree).digest('hex');
const entry = (path: string, more: Partial<IndexEntry> = {}): IndexEntry => {
  const id = createHash('sha1').update(`blob ${path.length}\0${path}`).digest('hex');
  return { path, mode: 0o100644, id, stage: 0, isAnnounced: false, ...more };
};

test('the trees of any files equal those that git makes', () => {
  const name = fc.constantFrom('a', 'a.b', 'a0', 'a-', 'b', 'B', 'é');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 12 }), (paths) => {
      const files = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
      const folder = scratch();
      for (const file of files) {
        mkdirSync(join(folder, file, '..'), { recursive: true });
        writeFileSync(join(folder, file), '');
      }
      const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'latin1' });
      git('init', '-q');
      git('add', '-A');
      const listed = git('ls-files', '-sz').split('\0').slice(0, -1);
      const entries = listed.map((line) => entry(line.slice(line.indexOf('\t') + 1), { id: line.slice(7, 47) }));
      const trees = treesOf(entries, idOf);
      const root = git('write-tree').trim();
      const made = git('ls-tree', '-rtz', root)
        .split('\0')
        .filter((line) => line.startsWith('040000'));
      const expected = [['', root], ...made.map((line) => [`${line.slice(line.indexOf('\t') + 1)}/`, line.slice(12, 52)])];
      expect(new Map([...trees].map(([each, { id }]) => [each, id]))).toEqual(new Map(expected.map(([each, id]) => [each, id])));
      for (const [each, { count }] of trees) expect(count).toBe(entries.filter((one) => one.path.startsWith(each)).length);
    }),
    { numRuns: 10 / oneIn(2) },
  );
}, 60_000);

test.each<[what: string, more: Partial<IndexEntry>]>([
  ['an announced file', { isAnnounced: true }],
  ['a side of a conflict', { stage: 2 }],
])('%s leaves the folders around it without a tree', (_, more) => {
  const trees = treesOf([entry('a/b/1', more), entry('a/c/2')], idOf);
  expect([...trees].map(([folder, { id }]) => [folder, id !== undefined])).toEqual([
    ['a/b/', false],
    ['a/c/', true],
    ['a/', false],
    ['', false],
  ]);
});

test('a folder that replaces its files is its own tree', () => {
  const files = treesOf([entry('a/b/1'), entry('a/c')], idOf);
  const sparse = treesOf([entry('a/b/', { mode: 0o40000, id: files.get('a/b/')?.id ?? '' }), entry('a/c')], idOf);
  expect(sparse).toEqual(files);
});

test('an index without entries has the empty tree', () => {
  expect([...treesOf([], idOf)]).toEqual([['', { count: 0, id: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' }]]);
});
