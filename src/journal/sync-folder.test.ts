import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { syncFolder } from './sync-folder.ts';

test('those who come while one is under way share the next, not the one under way', async () => {
  const folder = scratch();
  const first = syncFolder(folder);
  const second = syncFolder(folder);
  expect(second).not.toBe(first);
  expect(syncFolder(folder)).toBe(second);
  await first;
  const third = syncFolder(folder);
  expect(third).not.toBe(second);
  await Promise.all([second, third]);
  expect(syncFolder(folder)).not.toBe(third);
});

test('a folder that is not there fails every time, and no longer once it is there', async () => {
  const folder = join(scratch(), 'later');
  const failed = [syncFolder(folder), syncFolder(folder)];
  for (const each of failed) await expect(each).rejects.toMatchObject({ code: 'ENOENT' });
  mkdirSync(folder);
  await syncFolder(folder);
});
