import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { event, memoryIn, stock } from '../../../test/support/stocked-memory.ts';
import { emptyInbox, leaveInInbox } from '../../memory/transfer/inbox.ts';
import { checkMemory } from './memory-check.ts';

test('if there is no memory yet, none is created', async () => {
  const data = scratch();
  expect(await checkMemory(data)).toMatchObject({ state: 'ok', detail: 'not created yet (the first task creates it)' });
  expect(readdirSync(data)).toEqual([]);
});

test('what is not a folder is a warning', async () => {
  const data = scratch();
  writeFileSync(join(data, 'memory'), '');
  expect(await checkMemory(data)).toMatchObject({ state: 'warning', detail: expect.stringContaining('cannot be opened') });
});

test('one that can be opened is counted, with what waits, which stays where it is', async () => {
  const data = scratch();
  await stock(data, [event('a-m01', 1), event('b-m01', 1)]);
  expect(await checkMemory(data)).toMatchObject({ state: 'ok', detail: 'can be opened, 2 memories' });
  await leaveInInbox(join(data, 'memory'), [event('c-m01', 0)]);
  expect(await checkMemory(data)).toMatchObject({ state: 'ok', detail: 'can be opened, 2 memories, 1 file waits in the inbox' });
  expect(readdirSync(join(data, 'memory', 'inbox'))).toHaveLength(1);
});

test('one that another process holds answers through that process', async () => {
  const data = scratch();
  await memoryIn(data).write({ megrams: [event('a-m01', 1)] });
  expect(await checkMemory(data)).toMatchObject({ state: 'ok', detail: 'served by another process, 1 memory' });
});

test('refused files in the inbox are a warning that says what to do', async () => {
  const data = scratch();
  const folder = join(data, 'memory');
  await leaveInInbox(folder, [event('c-m01', 0, { f: 7 })]);
  const keeper = memoryIn(data);
  await emptyInbox(folder, keeper, () => {});
  await keeper.close();
  await leaveInInbox(folder, [event('d-m01', 0)]);
  expect(await checkMemory(data)).toMatchObject({
    state: 'warning',
    detail: 'can be opened, 0 memories, 1 file waits in the inbox, 1 file in the inbox was refused',
    hint: expect.stringContaining(join(folder, 'inbox')),
  });
});

test('a link that leads nowhere is a warning', async () => {
  const data = scratch();
  symlinkSync(join(data, 'away'), join(data, 'memory'));
  expect(await checkMemory(data)).toMatchObject({ state: 'warning', detail: expect.stringContaining(join(data, 'away')) });
});

test('one that cannot be opened is a warning with what to do: tasks continue without it', async () => {
  const data = scratch();
  await stock(data, [event('a-m01', 1)]);
  const store = join(data, 'memory', 'store');
  for (const name of readdirSync(store).filter((each) => each.startsWith('MANIFEST') || each === 'CURRENT'))
    writeFileSync(join(store, name), 'rubbish');
  expect(await checkMemory(data)).toMatchObject({ state: 'warning', hint: expect.stringMatching(/./) });
});
