import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { event, memoryIn, stock } from '../../../test/support/stocked-memory.ts';
import { leaveInInbox } from '../../memory/transfer/inbox.ts';
import { lessonStatus } from './lesson-status.ts';

const ask = (data: string, ...ids: readonly string[]) =>
  lessonStatus(
    ids.map((id) => event(id, 0)),
    { data, clock: () => new Date(), onNotice: () => {} },
  );

test('each lesson has its status, in the order in which they were learnt', async () => {
  const data = scratch();
  const keeper = memoryIn(data);
  await keeper.write({ megrams: ['t-m01', 't-m02', 't-m03'].map((id) => event(id, 0)) });
  await keeper.forget({ id: 't-m02', purge: false });
  await keeper.forget({ id: 't-m03', purge: true });
  await keeper.close();
  const { taught, missing } = await ask(data, 't-m04', 't-m03', 't-m02', 't-m01');
  expect(taught.map(({ id, now }) => `${id} ${now}`)).toEqual(['t-m04 gone', 't-m03 erased', 't-m02 forgotten', 't-m01 remembered']);
  expect(missing).toBeNull();
});

test('a lesson that waits to be written counts as remembered', async () => {
  const data = scratch();
  await stock(data, [event('other', 0)]);
  await leaveInInbox(join(data, 'memory'), [event('t-m01', 0)]);
  expect(await ask(data, 't-m01')).toMatchObject({ taught: [{ now: 'remembered' }] });
});

test('where there is no memory, that is reported, and none is created', async () => {
  const data = scratch();
  expect(await ask(data, 't-m01')).toMatchObject({ taught: [{ id: 't-m01', now: null }], missing: expect.stringContaining('no memory') });
  expect(readdirSync(data)).toEqual([]);
});

test('says why a memory could not be opened, and does not open it without lessons to ask about', async () => {
  const data = scratch();
  writeFileSync(join(data, 'memory'), 'no folder');
  expect(await ask(data, 't-m01')).toMatchObject({ taught: [{ now: null }], missing: expect.stringContaining('cannot be opened') });
  expect(await ask(data)).toEqual({ taught: [], missing: null });
});
