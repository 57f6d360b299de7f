import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInMemoryStore } from './in-memory.ts';
import { openLevel } from './level.ts';
import { repairLevel } from './repair.ts';
import type { Store } from './store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artoo-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function level(name: string): Promise<Store> {
  const store = await openLevel(join(folder, name));
  if (store === 'locked') throw new Error('locked');
  return store;
}

const all = { from: '', to: '~' };
const put = (key: string, value: string) => ({ type: 'put', key, value }) as const;
const durable = { durable: true };

describe.each([
  ['LevelDB', level],
  ['memory', async () => createInMemoryStore()],
] as const)('a store in %s', (_, open) => {
  test('gives back what was written, and nothing else', async () => {
    const store = await open('plain');
    await store.write([put('a', '1'), put('b', '2'), { type: 'del', key: 'a' }], durable);
    expect([store.get('a'), store.get('b'), store.get('c')]).toEqual([undefined, '2', undefined]);
    await store.close();
  });

  test('reads a range in order, from either end, up to a limit', async () => {
    const store = await open('range');
    await store.write(
      ['x|3', 'x|1', 'y|1', 'x|2', 'w|9'].map((key) => put(key, key)),
      durable,
    );
    expect(await store.keys({ from: 'x|', to: 'x}' })).toEqual(['x|1', 'x|2', 'x|3']);
    expect(await store.keys({ from: 'x|', to: 'x}', limit: 2, reverse: true })).toEqual(['x|3', 'x|2']);
    expect(await listed(store.entries({ from: 'x|2', to: 'y|' }))).toEqual([
      ['x|2', 'x|2'],
      ['x|3', 'x|3'],
    ]);
    await store.close();
  });

  test('has keys of any length, each with its own value', async () => {
    const store = await open('long');
    const keys = Array.from({ length: 200 }, (_, at) => `k${'~u4f60'.repeat(at)}`);
    await store.write(
      keys.map((key, at) => put(key, String(at))),
      durable,
    );
    expect(keys.map((key) => store.get(key))).toEqual(keys.map((_, at) => String(at)));
    await store.close();
  });
});

test.each<[string, ('reopen' | 'fill' | 'erase')[]]>([
  ['just written', []],
  ['in a table', ['reopen']],
  ['written behind much else', ['fill']],
  ['in a table below others', ['reopen', 'fill', 'reopen']],
  ['below what was erased before', ['fill', 'erase', 'fill']],
])('what was deleted and erased is in no file any more: %s', async (name, steps) => {
  const secret = 'qZ7fV3kX9bN1mL5tR8wY2cH6dJ4gP0s'; // all characters are different, so that compression cannot shrink it
  const at = join(folder, `erased ${name}`);
  let store = await level(`erased ${name}`);
  const holds = () => readdirSync(at).some((file) => readFileSync(join(at, file)).includes(secret));
  const many = Array.from({ length: 2_000 }, (_, each) => put(`m|${each}`, String(each).repeat(20)));
  const done = {
    async reopen() {
      await store.close();
      store = await level(`erased ${name}`);
    },
    fill: () => store.write(many, durable),
    erase: () => store.erase(),
  };
  await store.write([put('m|secret', secret), put(`x|${secret}`, '')], durable);
  for (const step of steps) await done[step]();
  expect(holds()).toBe(true);
  await store.write(
    ['m|secret', `x|${secret}`].map((key) => ({ type: 'del', key })),
    durable,
  );
  await store.erase();
  await done.reopen(); // this begins a new manifest
  await store.close();
  expect(holds()).toBe(false);
  await done.reopen();
  expect((await store.keys(all)).length).toBe(steps.includes('fill') ? many.length : 0);
  await store.close();
});

test('it waits until there are no readers, and new ones wait for it', async () => {
  const secret = 'qZ7fV3kX9bN1mL5tR8wY2cH6dJ4gP0s';
  const at = join(folder, 'read');
  const store = await level('read');
  const done: string[] = [];
  await store.write([put('a', secret), put('b', '2'), put('c', '3')], durable);
  await store.write([{ type: 'del', key: 'a' }], durable);
  const reader = store.entries(all)[Symbol.asyncIterator]();
  await reader.next();
  const erased = store.erase().then(() => done.push('erased'));
  const read = store.keys(all).then((keys) => done.push(keys.join(' ')));
  const other = await level('meanwhile');
  await other.erase(); // the first `erase` would have had enough time to finish
  expect(done).toEqual([]);
  await reader.return?.();
  await Promise.all([erased, read, other.close()]);
  expect(done).toEqual(['erased', 'b c']);
  expect(readdirSync(at).some((file) => readFileSync(join(at, file)).includes(secret))).toBe(false);
  await store.close();
});

test('a second attempt in this process, by whatever path, leaves the lock as it is: no other process gets the store', async () => {
  const first = await level('attempted');
  symlinkSync('attempted', join(folder, 'link'));
  for (const name of ['attempted', 'link']) {
    expect(await openLevel(join(folder, name))).toBe('locked');
    expect(await repairLevel(join(folder, name))).toBe('locked');
  }
  expect(elsewhere('attempted')).toBe('locked');
  await first.close();
  expect(elsewhere('attempted')).toBe('opened');
  await (await level('link')).close();
});

/** What another process gets. */
function elsewhere(name: string): string {
  const url = new URL('level.ts', import.meta.url).href;
  const code = `import { openLevel } from ${JSON.stringify(url)}; const store = await openLevel(${JSON.stringify(join(folder, name))});
    if (store !== 'locked') await store.close(); console.log(store === 'locked' ? store : 'opened');`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }).trim();
}

test('a folder that another holder has is locked, and free again when that lets go', async () => {
  const first = await level('locked');
  await first.write([put('a', '1')], durable);
  expect(await openLevel(join(folder, 'locked'))).toBe('locked');
  await first.close();
  const second = await level('locked');
  expect(second.get('a')).toBe('1');
  expect((await second.keys(all)).length).toBe(1);
  await second.close();
});

test.each<[string, (at: string) => void, string]>([
  ['its manifest is gone', (at) => remove(at, 'MANIFEST'), 'memory_damaged'],
  ['it points to a manifest that is not there', (at) => writeFileSync(join(at, 'CURRENT'), 'MANIFEST-999999\n'), 'memory_damaged'],
  ['its first file is empty', (at) => writeFileSync(join(at, 'CURRENT'), ''), 'memory_damaged'],
  ['its first file is gone', (at) => remove(at, 'CURRENT'), 'memory_damaged'],
  ['a folder stands in the place of its lock', (at) => becomeFolder(join(at, 'LOCK')), 'memory_unavailable'],
  ['a file stands in its place', (at) => becomeFile(at), 'memory_unavailable'],
])('a store is not opened, and not touched, where %s', async (name, harm, code) => {
  const store = await level(name);
  await store.write([put('a', '1')], durable);
  await store.close();
  harm(join(folder, name));
  await expect(openLevel(join(folder, name))).rejects.toMatchObject({ code });
  await expect(openLevel(join(folder, name))).rejects.toMatchObject({ code });
});

function becomeFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function becomeFile(path: string): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, '');
}

function remove(at: string, beginning: string): void {
  for (const name of readdirSync(at)) if (name.startsWith(beginning)) rmSync(join(at, name));
}

test('what is closed says so', async () => {
  const store = await level('closed');
  await store.close();
  expect(() => store.get('a')).toThrow(expect.objectContaining({ code: 'memory_unavailable' }));
  await expect(store.keys(all)).rejects.toMatchObject({ code: 'memory_unavailable' });
  await expect(store.write([put('a', '1')], durable)).rejects.toMatchObject({ code: 'memory_unavailable' });
});

async function listed<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
