/** What holds for every keeper, in this process or in another: the contract of the port. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keeperClock, keeperSuite, keptMegram } from '../../test/support/keeper-suite.ts';
import { scratch } from '../../test/support/scratch.ts';
import { createInMemoryStore } from '../store/in-memory.ts';
import type { Keeper } from './keeper.ts';
import { createLocalKeeper, openLocalKeeper } from './local-keeper.ts';
import { openKeeper } from './memory.ts';

const options = { clock: () => keeperClock, onNotice: (text: string) => expect.fail(text) };

async function held(folder: string): Promise<Keeper> {
  const keeper = await openLocalKeeper(join(folder, 'store'), options);
  return keeper === 'locked' ? expect.fail('another process holds it') : keeper;
}

/** Another keeper holds the store, so that requests go over the socket. */
async function overSocket(folder: string): Promise<Keeper> {
  const holder = openKeeper(folder, options);
  onTestFinished(() => holder.close());
  await holder.find({ id: 'none' });
  return openKeeper(folder, options);
}

const adapters: readonly [string, (folder: string) => Promise<Keeper>][] = [
  ['in memory', async () => createLocalKeeper(createInMemoryStore(), options)],
  ['of LevelDB in this process', held],
  ['that is shared, and holds the store itself', async (folder) => openKeeper(folder, options)],
  ['that is shared, and asks over the socket', overSocket],
];

const unavailable = expect.objectContaining({ code: 'memory_unavailable' });

for (const [name, open] of adapters) keeperSuite(name, open);

test.each(adapters.slice(1))('a keeper %s has made everything durable when it closes, and then answers no more', async (_, open) => {
  const folder = scratch();
  const keeper = await open(folder);
  const written = keeper.write({ megrams: [keptMegram('01')] });
  await keeper.close();
  expect(await written).toEqual({ written: 1 });
  await expect(keeper.write({ megrams: [keptMegram('02')] })).rejects.toEqual(unavailable);
  const next = openKeeper(folder, options);
  expect((await next.find({ id: '01' })).kept?.megram).toEqual(keptMegram('01'));
  await next.close();
});
