import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { hasMemory, memoryFolder } from './memory-folder.ts';

test('a folder, or a link to one, is a memory; where there is nothing, there is no memory', async () => {
  const data = scratch();
  expect([await hasMemory(data), await hasMemory(join(data, 'nowhere'))]).toEqual([false, false]);
  mkdirSync(join(data, 'elsewhere'));
  symlinkSync(join(data, 'elsewhere'), memoryFolder(data));
  expect(await hasMemory(data)).toBe(true);
});

test.each<[string, (data: string) => string]>([
  ['a link that leads nowhere', (data) => linked(data, join(data, 'away'))],
  ['a link to itself', (data) => linked(data, memoryFolder(data))],
  ['a data folder that is none', (data) => filed(join(data, 'file'))],
])('%s is not an empty memory', async (_, place) => {
  await expect(hasMemory(place(scratch()))).rejects.toMatchObject({ code: 'memory_unavailable' });
});

function linked(data: string, target: string): string {
  symlinkSync(target, memoryFolder(data));
  return data;
}

function filed(path: string): string {
  writeFileSync(path, '');
  return path;
}
