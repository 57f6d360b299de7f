import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../test/support/in-process.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { event, stock } from '../../../test/support/stocked-memory.ts';
import { checkMemory } from '../../config/doctor/memory-check.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { createLocalKeeper } from '../../memory/local-keeper.ts';
import { openLevel } from '../../store/level.ts';
import { memory } from './memory.ts';

const { space, entity } = event('a-m01', 1);
const artoo = (data: string, ...args: readonly string[]) => runHere(memory, [...args, '--data', data]);

/** A memory in which something has been purged but not yet erased from the disk. */
async function unerased(): Promise<string> {
  const data = scratch();
  await stock(data, [event('a-m01', 1), event('b-m01', 1, { entity: 'tool:other' })]);
  const store = await openLevel(join(data, 'memory/store'));
  if (store === 'locked') throw new Error('locked');
  const failing = { ...store, erase: () => Promise.reject(new ArtooError('memory_unwritable', 'the disk is full')) };
  const keeper = createLocalKeeper(failing, { clock: () => new Date(), onNotice: () => {} });
  await expect(keeper.forget({ id: 'a-m01', purge: true })).rejects.toMatchObject({ code: 'memory_unwritable' });
  await keeper.close();
  return data;
}

test.each([
  ['by its id', ['a-m01'], 'a-m01 was already forgotten.'],
  ['by its tag', [space, entity], `nothing is remembered about ${space} ${entity}`],
])('a purge that failed is completed by another one, %s, which says so', async (_, which, already) => {
  const data = await unerased();
  const line = 'The words of 1 purged memory may still be on the disk: `artoo memory dream` erases them.';
  expect((await artoo(data)).out).toContain(line);
  expect(await checkMemory(data)).toMatchObject({ state: 'warning', detail: expect.stringContaining('may still be on the disk') });
  expect(await artoo(data, 'forget', ...which, '--purge')).toMatchObject({
    code: 0,
    out: 'There was nothing more to forget. What was purged earlier is now erased from the disk.',
  });
  expect((await artoo(data)).out).not.toContain(line);
  expect(await checkMemory(data)).toMatchObject({ state: 'ok' });
  const again = artoo(data, 'forget', ...which, '--purge').then(
    ({ err }) => err,
    ({ message }: Error) => message,
  );
  expect(await again).toContain(already);
});

test('a memory that does not exist is not found, whatever is erased', async () => {
  expect(await artoo(await unerased(), 'forget', 'c-m01', '--purge')).toMatchObject({ code: 64 });
});

test('as JSON it says that something was purged', async () => {
  const data = await unerased();
  expect(JSON.parse((await artoo(data, 'forget', 'a-m01', '--purge', '--json')).out)).toEqual({ ids: [], purged: true });
  expect(JSON.parse((await artoo(data, 'forget', 'a-m01', '--purge', '--json')).out)).toEqual({ ids: [], purged: false });
});

test('a purge says when there is something in the inbox', async () => {
  const data = scratch();
  await stock(data, [event('a-m01', 1), event('b-m01', 1)]);
  expect((await artoo(data, 'forget', 'a-m01', '--purge')).err).not.toContain('inbox');
  mkdirSync(join(data, 'memory/inbox'));
  writeFileSync(join(data, 'memory/inbox/x.json.refused'), '[]');
  expect((await artoo(data, 'forget', 'b-m01', '--purge')).err).toContain(
    `in memories that are still in the inbox: look in ${join(data, 'memory/inbox')}`,
  );
});
