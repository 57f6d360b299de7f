import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { realFolder } from './place.ts';
import { realPaths } from './real-paths.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-test-')));
afterAll(() => rmSync(home, { recursive: true }));
mkdirSync(join(home, 'real/deep'), { recursive: true });
writeFileSync(join(home, 'real/file'), '');
symlinkSync('real', join(home, 'link'));
symlinkSync('../link/deep', join(home, 'real/chain'));
symlinkSync('real/file', join(home, 'linked-file'));
symlinkSync('nothing', join(home, 'broken'));
symlinkSync('circle', join(home, 'circle'));

test.each([
  ['a folder', 'real/deep', 'real/deep'],
  ['what is not there', 'real/none/of/it', 'real/none/of/it'],
  ['a link to a folder', 'link', 'real'],
  ['below a link', 'link/deep', 'real/deep'],
  ['not there, below a link', 'link/none', 'real/none'],
  ['a link that leads over another', 'real/chain', 'real/deep'],
  ['below a file', 'link/file/none', 'real/file/none'],
  ['below a link to a file', 'linked-file/none', 'real/file/none'],
  ['a broken link', 'broken', 'broken'],
  ['below a broken link', 'broken/none', 'broken/none'],
])('%s', async (_, path, real) => {
  expect(realPaths([join(home, path)])).toEqual([join(home, real)]);
  expect(await realFolder(join(home, path))).toBe(join(home, real));
});

test('what several share is the same for each of them, whatever their order', () => {
  const paths = ['link/deep/a', 'real/none/b', 'link', 'link/deep'].map((path) => join(home, path));
  const alone = paths.flatMap((path) => realPaths([path]));
  expect(realPaths(paths)).toEqual(alone);
  expect(realPaths(paths.toReversed())).toEqual(alone.toReversed());
});

test('links in a circle are an error, not an answer', () => {
  expect(() => realPaths([join(home, 'circle')])).toThrow(expect.objectContaining({ code: 'ELOOP' }));
});
