import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { readIndex } from './git-index.ts';

/** The index of a repository with nested folders, as written by a script. */
function indexAfter(script: string): Buffer {
  const folder = scratch();
  const names = ['a/b/1', 'a/b/2', 'a/c/3', 'a.txt', 'd/4', 'e'];
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  const start =
    'git init -q -b main && git config user.name a && git config user.email a@example.org && git add -A && git commit -qm first';
  execFileSync('sh', ['-ec', `${start}\n${script}`], { cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' }, stdio: 'pipe' });
  return readFileSync(join(folder, '.git/index'));
}

const threads = 'git config index.threads 4; git config index.recordEndOfIndexEntries true; git config index.recordOffsetTable true';
const resolved = `
git checkout -q -b side; echo side > e; git commit -qam side
git checkout -q main; echo main > e; git commit -qam main
git merge -q side || echo both > e; git add e`;

describe('what git writes is read', () => {
  test.each([
    ['trees', 'true', 'TREE'],
    ['files that it does not track', 'touch new; git update-index --force-untracked-cache; git status', 'UNTR'],
    ['where the entries end', `${threads}; git update-index --force-write-index`, 'EOIE'],
    ['blocks of entries', `${threads}; git update-index --force-write-index`, 'IEOT'],
    ['blocks of shortened names', `${threads}; git update-index --index-version 4; git update-index --force-write-index`, 'IEOT'],
    ['a conflict that was resolved', resolved, 'REUC'],
    ['folders in place of files', 'git sparse-checkout set --cone --sparse-index d', 'sdir'],
  ])('%s', (_, script, extension) => {
    const content = indexAfter(script);
    expect(content.includes(extension)).toBe(true);
    expect(readIndex(content, 20)).toBeDefined();
  });
});

test('the trees that a commit would use are reported, and those that git recomputes are not', () => {
  const foldersAfter = (script: string) => readIndex(indexAfter(script), 20)?.trees.map(({ folder, count }) => `${folder} ${count}`);
  expect(foldersAfter('true')?.sort()).toEqual([' 6', 'a/ 3', 'a/b/ 2', 'a/c/ 1', 'd/ 1']);
  expect(foldersAfter('echo more > a/b/1; git add a/b/1')?.sort()).toEqual(['a/c/ 1', 'd/ 1']);
});

test('the sides of a resolved conflict are reported', () => {
  const sides = readIndex(indexAfter(resolved), 20)?.resolved;
  expect(sides?.map(({ path, stage, mode }) => ({ path, stage, mode }))).toEqual(
    [1, 2, 3].map((stage) => ({ path: 'e', stage, mode: 0o100644 })),
  );
});

const extension = (name: string, content: Buffer) => {
  const header = Buffer.from(`${name}....`, 'latin1');
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
};
const numbers = (...each: readonly number[]) => Buffer.concat(each.map((one) => Buffer.from(Uint32Array.of(one).buffer).swap32()));
const hash = Buffer.alloc(20);

/** An index with two entries followed by these bytes, which begin at offset 140. */
function indexWith(...extensions: readonly Buffer[]): Buffer {
  const entry = (name: string) => Buffer.concat([Buffer.alloc(61), Buffer.from([1]), Buffer.from(name), Buffer.alloc(1)]);
  return Buffer.concat([Buffer.from('DIRC'), numbers(2, 2), entry('a'), entry('b'), ...extensions, hash]);
}
const start = 140;

test.each<[what: string, isRead: boolean, extensions: readonly Buffer[]]>([
  ['none', true, []],
  ['one that is empty', true, [extension('UNTR', Buffer.alloc(0))]],
  ['one that is not known', false, [extension('ABCD', Buffer.alloc(0))]],
  ['a list of files that need not be looked at', false, [extension('FSMN', Buffer.alloc(20))]],
  ['an index that is elsewhere', false, [extension('link', Buffer.alloc(0))]],
  ['one that is longer than the index', false, [extension('UNTR', Buffer.alloc(9)).subarray(0, -1)]],
  ['the true end of the entries', true, [extension('EOIE', Buffer.concat([numbers(start), hash]))]],
  ['another end of the entries', false, [extension('EOIE', Buffer.concat([numbers(start - 64), hash]))]],
  ['an end within another', false, [extension('UNTR', extension('EOIE', Buffer.concat([numbers(start + 8), hash])))]],
  ['the true blocks', true, [extension('IEOT', numbers(1, 12, 1, 76, 1))]],
  ['a block that starts elsewhere', false, [extension('IEOT', numbers(1, 12, 1, 77, 1))]],
  ['blocks that leave an entry out', false, [extension('IEOT', numbers(1, 12, 1))]],
  ['a tree without its id', false, [extension('TREE', Buffer.from('\x002 0\n'))]],
  ['a tree that is made anew', true, [extension('TREE', Buffer.from('\0-1 0\n'))]],
  ['a tree with too few folders', false, [extension('TREE', Buffer.from('\0-1 1\n'))]],
  ['a tree with more than it says', false, [extension('TREE', Buffer.from('\0-1 0\nx\0-1 0\n'))]],
  ['trees without end', false, [extension('TREE', Buffer.from(`\0-1 1\n${'x\0-1 1\n'.repeat(10_000)}x\0-1 0\n`))]],
  ['a number that is none', false, [extension('TREE', Buffer.from('\0-2 0\n'))]],
  ['a side without its id', false, [extension('REUC', Buffer.from('a\x000\x000\x00100644\0'))]],
])('after the entries, %s: read %s', (_, isRead, extensions) => {
  expect(readIndex(indexWith(...extensions), 20) !== undefined).toBe(isRead);
});

test('noise in place of an extension never throws', () => {
  const name = fc.constantFrom('TREE', 'REUC', 'EOIE', 'IEOT');
  const text = fc.array(fc.constantFrom('\0', '0', '1', '-1', ' ', '\n', 'x', '100644'), { maxLength: 30 });
  fc.assert(fc.property(name, text, (each, parts) => void readIndex(indexWith(extension(each, Buffer.from(parts.join('')))), 20)));
});
