import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { readIndex } from './git-index.ts';

type Format = 'sha1' | 'sha256';
const idBytes = { sha1: 20, sha256: 32 } as const;

/** A repository with many kinds of file names, one of them added with intent-to-add, which needs more flags. */
function indexOf(format: Format, version: number): { readonly content: Buffer; readonly listed: string } {
  const folder = scratch();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'latin1' });
  git('init', '-q', `--object-format=${format}`);
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  for (const name of ['a/b/1', 'a/b/12', 'a/é', 'a b', `x${'y'.repeat(200)}`, 'zz']) writeFileSync(join(folder, name), name);
  git('add', '-A');
  writeFileSync(join(folder, 'later'), 'x');
  git('add', '-N', 'later');
  git('update-index', '--index-version', String(version));
  return { content: readFileSync(join(folder, '.git/index')), listed: git('ls-files', '--stage', '-z') };
}

const asListed = (index: ReturnType<typeof readIndex>): string =>
  (index?.entries ?? []).map(({ mode, id, stage, path }) => `${mode.toString(8)} ${id} ${stage}\t${path}\0`).join('');

test.each<[Format, number]>([
  ['sha1', 3],
  ['sha1', 4],
  ['sha256', 3],
  ['sha256', 4],
])('an index of %s in version %i is read as git reads it', (format, version) => {
  const { content, listed } = indexOf(format, version);
  expect(asListed(readIndex(content, idBytes[format]))).toBe(listed);
  expect(readIndex(content, idBytes[format])?.entries.filter((entry) => entry.isAnnounced)).toMatchObject([{ path: 'later' }]);
  expect(readIndex(content, format === 'sha1' ? 32 : 20)).toBeUndefined();
});

test('a shortened or extended index is rejected, and noise never throws', () => {
  const { content } = indexOf('sha1', 4);
  expect(readIndex(content.subarray(0, -1), 20)).toBeUndefined();
  expect(readIndex(Buffer.concat([content, Buffer.alloc(1)]), 20)).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: 4, max: content.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const changed = Buffer.from(content);
      changed[at] = byte;
      readIndex(changed, 20);
    }),
  );
});

test('a name whose length does not match its flags is rejected: git relies on the flags', () => {
  const { content } = indexOf('sha1', 3);
  const flags = content.indexOf('a/b/12') - 2;
  expect(content.readUInt16BE(flags)).toBe(6);
  content.writeUInt16BE(5, flags);
  expect(readIndex(content, 20)).toBeUndefined();
});
