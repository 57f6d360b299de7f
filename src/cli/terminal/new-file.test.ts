import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { writeNew } from './new-file.ts';

test('a file is made for its owner, and nothing else is left', async () => {
  const folder = scratch();
  await writeNew(join(folder, 'a.html'), 'text');
  expect([readdirSync(folder), readFileSync(join(folder, 'a.html'), 'utf8')]).toEqual([['a.html'], 'text']);
  expect(statSync(join(folder, 'a.html'))).toMatchObject({ nlink: 1, mode: 0o100600 });
});

test('when many write the same at once, one does', async () => {
  const folder = scratch();
  const path = join(folder, 'a.html');
  const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
  const written = await Promise.allSettled(texts.map((text) => writeNew(path, text)));
  const won = texts.filter((_, at) => written[at]?.status === 'fulfilled');
  expect([won, readdirSync(folder)]).toEqual([[readFileSync(path, 'utf8')], ['a.html']]);
  for (const each of written) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'usage' });
});

test('what is there stays, also a link that leads nowhere', async () => {
  const folder = scratch();
  writeFileSync(join(folder, 'a.html'), 'mine');
  symlinkSync('nowhere', join(folder, 'b.html'));
  for (const name of ['a.html', 'b.html']) await expect(writeNew(join(folder, name), 'text')).rejects.toMatchObject({ code: 'usage' });
  expect([readdirSync(folder), readFileSync(join(folder, 'a.html'), 'utf8')]).toEqual([['a.html', 'b.html'], 'mine']);
});

test('where nothing can be written, it says so', async () => {
  await expect(writeNew(join(scratch(), 'none', 'a.html'), 'text')).rejects.toMatchObject({ code: 'record_unwritable' });
});
