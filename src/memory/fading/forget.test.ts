/** What is purged is finally erased from the disk, whatever happens in between. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newMemory } from '../../../test/support/memory.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { turns } from '../../../test/support/turns.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Megram } from '../../contracts/memory.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import { openLevel } from '../../store/level.ts';
import type { Store } from '../../store/store.ts';
import type { Keeper } from '../keeper.ts';
import { createLocalKeeper } from '../local-keeper.ts';
import { keys } from '../records/keys.ts';
import { dream } from './dreamer.ts';
import { quantize } from './quantize.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const secret = 'qZ7fV3kX9bN1mL5tR8wY2cH6dJ4gP0s'; // all different, so that compression cannot shrink it
const holds = (folder: string) => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(secret));

const options = { clock: () => new Date(), onNotice: (text: string) => expect.fail(text) };

const megramOf = (id: string): Megram => ({
  ...{ id, level: 'M', created_at: new Date().toISOString(), ...tag, content: secret, state: 'accept' },
  ...quantize('accept'),
});

async function openStore(folder: string): Promise<Store> {
  const store = await openLevel(folder);
  if (store === 'locked') throw new Error('locked');
  return store;
}

/** A memory with the secret in it that was purged but not yet erased. */
async function purgedAlone(): Promise<{ folder: string; store: Store }> {
  const folder = scratch();
  const store = await openStore(folder);
  const failing = createLocalKeeper(
    { ...store, erase: () => Promise.reject(new ArtooError('memory_unwritable', 'the disk is full')) },
    options,
  );
  await failing.write({ megrams: [megramOf('a')] });
  await expect(failing.forget({ id: 'a', purge: true })).rejects.toMatchObject({
    code: 'memory_unwritable',
    message: expect.stringContaining('no longer counts, but its words stay on the disk until'),
  });
  expect(holds(folder)).toBe(true);
  return { folder, store };
}

test.each<[string, (keeper: Keeper) => Promise<unknown>]>([
  ['it is asked for again', async (keeper) => expect(await keeper.forget({ id: 'a', purge: true })).toEqual({ ids: [], erased: true })],
  ['something else is purged that is not there', (keeper) => keeper.forget({ tag: { space: 's', entity: 'e' }, purge: true })],
  ['the Dreamer runs', (keeper) => dream(keeper)],
])('a purge that failed is completed when %s', async (_, then) => {
  const { folder, store } = await purgedAlone();
  const keeper = createLocalKeeper(store, options); // the next holder
  expect(holds(folder)).toBe(true);
  await then(keeper);
  expect(holds(folder)).toBe(false);
  expect(await keeper.overview({ strongest: 0 })).toMatchObject({ unerased: 0 });
  expect(await keeper.forget({ id: 'a', purge: true })).toEqual({ ids: [], erased: false });
  await keeper.close();
});

test('a dream on exit does not start a purge', async () => {
  const { folder, store } = await purgedAlone();
  const keeper = createLocalKeeper(store, options);
  await dream(keeper, { extent: 'brief' });
  expect(holds(folder)).toBe(true);
  expect(await keeper.overview({ strongest: 0 })).toMatchObject({ unerased: 1 });
  await keeper.close();
});

test('a purge that failed is completed even if the state of the store is lost', async () => {
  const { folder, store } = await purgedAlone();
  await store.write([{ type: 'put', key: keys.state, value: 'rubbish' }], { durable: true });
  const keeper = createLocalKeeper(store, { ...options, onNotice: () => {} });
  await dream(keeper);
  expect(holds(folder)).toBe(false);
  await keeper.close();
});

test('words that are purged while others are being erased are erased afterwards', async () => {
  const store = createInMemoryStore();
  let [erased, second]: [number, Promise<unknown> | undefined] = [0, undefined];
  const slow: Store = {
    ...store,
    async erase() {
      erased += 1;
      second ??= keeper.importAll({
        kept: [{ id: 'b', megram: null, forgotten: { at: megramOf('b').created_at, purged: true } }],
        check: false,
      });
      while (store.get(keys.record('b')) !== undefined) await turns(1);
    },
  };
  const keeper = createLocalKeeper(slow, options);
  await keeper.write({ megrams: ['a', 'b'].map(megramOf) });
  await keeper.forget({ id: 'a', purge: true });
  await second;
  expect(erased).toBe(1);
  for (const times of [2, 2]) {
    await keeper.erase({});
    expect(erased).toBe(times);
  }
});

test('a record that cannot be read is purged by its id', async () => {
  await using memory = await newMemory();
  const id = await memory.write('accept', tag, { content: 'x' });
  await memory.tamper((key, value) => (key === keys.record(id) ? `{"torn": "${secret}` : value));
  expect(holds(join(memory.folder, 'store'))).toBe(true);
  expect(await memory.keeper.forget({ id, purge: true })).toEqual({ ids: [id], erased: true });
  expect(holds(join(memory.folder, 'store'))).toBe(false);
});

test('what was purged elsewhere is erased from the disk here, too', async () => {
  await using one = await newMemory();
  await using two = await newMemory();
  const id = await one.write('accept', tag, { content: secret });
  await two.keeper.importAll({ kept: (await one.keeper.exportFrom({ after: null, limit: 5 })).kept, check: false });
  await one.keeper.forget({ id, purge: true });
  await two.keeper.importAll({ kept: (await one.keeper.exportFrom({ after: null, limit: 5 })).kept, check: false });
  expect((await two.keeper.find({ id })).kept?.megram).toBeNull();
  await two.keeper.erase({});
  expect(holds(join(two.folder, 'store'))).toBe(false);
});

test('a purge during a full scan waits for the scan, and is just as thorough', async () => {
  await using memory = await newMemory();
  for (let at = 0; at < 300; at += 1) await memory.write('accept', { ...tag, entity: `tool:t${at}` });
  const id = await memory.write('accept', tag, { content: secret });
  await memory.reopen();
  const looks = Array.from({ length: 5 }, () => memory.keeper.overview({ strongest: 5 }));
  await Promise.all([...looks, memory.keeper.forget({ id, purge: true })]);
  expect(holds(join(memory.folder, 'store'))).toBe(false);
});
