import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { event, memoryIn, stock } from '../../../test/support/stocked-memory.ts';
import { memory } from './memory.ts';

const storeOf = (data: string): string => join(data, 'memory', 'store');
const artoo = (data: string, ...args: readonly string[]) => runHere(memory, [...args, '--data', data]);

const lessons = ['a', 'b'].flatMap((task) => ['1', '2', '3'].map((at) => `lesson of ${task}-m0${at}`));

/** A memory with three entries in a table, and three in the log. */
async function stocked(): Promise<string> {
  const data = scratch();
  for (const task of ['a', 'b'])
    await stock(
      data,
      ['1', '2', '3'].map((at) => event(`${task}-m0${at}`, 1, { entity: `tool:t${at}` })),
    );
  return data;
}

function remove(data: string, beginning: RegExp): void {
  for (const name of readdirSync(storeOf(data))) if (beginning.test(name)) rmSync(join(storeOf(data), name));
}

test.each<[string, (data: string) => void, string]>([
  ['its manifest is gone', (data) => remove(data, /^MANIFEST/), '6 memories at 3 tags'],
  ['its first file is gone', (data) => remove(data, /^CURRENT/), '6 memories at 3 tags'],
  ['its manifest is rubbish', (data) => rubbish(data, /^MANIFEST/), '6 memories at 3 tags'],
  ['a table is gone', (data) => remove(data, /ldb$/), '3 memories at 3 tags; 3 tags had to be rebuilt'],
  ['a table is cut off', (data) => cut(data, /ldb$/), '3 memories at 3 tags; 3 tags had to be rebuilt'],
])('where %s, what can be read is saved', async (_, harm, saved) => {
  const data = await stocked();
  harm(data);
  await expect(artoo(data)).rejects.toMatchObject({ code: 'memory_damaged', hint: expect.stringContaining('artoo memory repair') });
  const { out, code } = await artoo(data, 'repair');
  expect([code, out.split('\n')[0]]).toEqual([0, `Saved: ${saved}.`]);
  expect(out).toContain(`are in ${join(storeOf(data), 'lost')}; the next purge removes them.`);
  const [, ...left] = (await artoo(data, 'export')).out.split('\n');
  expect(left.map((line) => JSON.parse(line).megram.content)).toEqual(lessons.slice(-Number(saved[0])));
  await artoo(data, 'remember', 'I use tabs');
  await artoo(data, 'forget', 'b-m01', '--purge');
  expect(readdirSync(storeOf(data))).not.toContain('lost');
});

function rubbish(data: string, which: RegExp): void {
  for (const name of readdirSync(storeOf(data))) if (which.test(name)) writeFileSync(join(storeOf(data), name), 'rubbish and more rubbish');
}

function cut(data: string, which: RegExp): void {
  for (const name of readdirSync(storeOf(data))) if (which.test(name)) truncateSync(join(storeOf(data), name), 100);
}

test('a memory that is whole stays that way, and as JSON it is one object', async () => {
  const data = await stocked();
  const before = (await artoo(data, 'export')).out;
  expect(JSON.parse((await artoo(data, 'repair', '--json')).out)).toEqual({
    ...{ memories: 6, tags: 3, rebuilt: 0 },
    set_aside: join(storeOf(data), 'lost'),
  });
  expect((await artoo(data, 'export')).out).toBe(before);
});

test.each([60, 200])('it fits %i columns', async (width) => {
  const data = await stocked();
  const { out } = await runHere(memory, ['repair', '--data', data], { width });
  const words = out.split('\n').filter((line) => line.includes(' ')); // a long path is on a line of its own
  expect(words.filter((line) => line.length > width)).toEqual([]);
  expect(out.replaceAll('\n', ' ')).toContain('6 memories at 3 tags. Files that were replaced');
  expect(out.split('\n').length > 2).toBe(width === 60);
});

test('where there is none, none is made', async () => {
  const data = scratch();
  expect((await artoo(data, 'repair')).out).toContain('there is nothing to repair');
  expect(JSON.parse((await artoo(data, 'repair', '--json')).out)).toEqual({ memories: 0, tags: 0, rebuilt: 0, set_aside: null });
  expect(readdirSync(data)).toEqual([]);
});

test('a memory that another process holds is left alone', async () => {
  const data = await stocked();
  const keeper = memoryIn(data);
  await keeper.overview({ strongest: 1 });
  const files = readdirSync(storeOf(data));
  await expect(artoo(data, 'repair')).rejects.toMatchObject({
    code: 'memory_unavailable',
    message: expect.stringContaining('another artoo process is using the memory'),
  });
  expect(readdirSync(storeOf(data))).toEqual(files);
  await keeper.close();
  expect((await artoo(data, 'repair')).code).toBe(0);
});

test('where nothing is left, nothing is saved', async () => {
  const data = await stocked();
  remove(data, /./);
  expect((await artoo(data, 'repair')).out).toContain('Saved: 0 memories at 0 tags.');
});
