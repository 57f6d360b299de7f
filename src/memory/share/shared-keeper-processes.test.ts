import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type Child, startChild } from '../../../test/support/child.ts';
import { holdFile, holdLevel, megramOf } from '../../../test/support/children/file-keeper.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Keeper } from '../keeper.ts';
import type { Limits } from './limits.ts';
import { openSharedKeeper } from './shared-keeper.ts';

const child = (how: string, folder: string, name: string, many = 0, store = 'file') =>
  startChild('shares-memory.ts', [how, folder, name, `${many}`, store]);

function share(folder: string, limits: Partial<Limits> = {}): Keeper {
  const memory = openSharedKeeper({ folder, hold: () => holdFile(folder), limits });
  onTestFinished(() => memory.close());
  return memory;
}

const tag = { space: 'a space', entity: 'an entity' };
const acknowledged = ({ lines }: Child) => lines.flatMap((line) => /^ack (.*)\.$/.exec(line)?.[1] ?? []);
const idsIn = async (memory: Keeper) => (await memory.exportFrom({ after: null, limit: 100_000 })).kept.map(({ id }) => id);

test.each([
  ['a file', 'file', holdFile],
  ['LevelDB', 'level', holdLevel],
] as const)(
  'holders of %s are killed in the middle of many writes: acknowledged writes are there, all are acknowledged in the end, and one process is the holder',
  async (_, store, hold) => {
    const folder = scratch();
    const first = await child('stays', folder, 'first', 0, store);
    await first.line('done');
    const writers = await Promise.all(['a', 'b', 'c'].map((name) => child('many', folder, name, 3_000, store)));
    const at = (number: number) => (writer: Child, index: number) => writer.line(`ack ${'abc'[index]}-${number}.`);
    await Promise.all(writers.map(at(2_800)));
    await first.kill('SIGKILL');
    const second = await Promise.race(writers.map((writer) => writer.line('holds').then(() => writer)));
    await Promise.all(writers.map(at(2_000)));
    await second.kill('SIGKILL');
    const others = writers.filter((writer) => writer !== second);
    for (const writer of others) writer.process.kill('SIGUSR2'); // on a busy machine, they might otherwise be done before the second kill
    await Promise.all(others.map((writer) => writer.line('done')));
    for (const writer of others) expect(acknowledged(writer)).toHaveLength(3_000);
    expect(others.filter(({ lines }) => lines.includes('holds'))).toHaveLength(1);
    const memory = openSharedKeeper({ folder, hold: () => hold(folder) });
    onTestFinished(() => memory.close());
    const kept = await idsIn(memory);
    const known = new Set(kept);
    expect(known.size).toBe(kept.length);
    expect([first, ...writers].flatMap(acknowledged).filter((id) => !known.has(id))).toEqual([]);
  },
);

test('a suspended holder is given up in time, and asked again when it continues', async () => {
  const folder = scratch();
  const holder = await child('stays', folder, 'an entity');
  await holder.line('done');
  const limits = { answerMs: 1_000, takeoverMs: 300 };
  const [known, fresh] = [share(folder, limits), share(folder, limits)];
  expect(await known.potentials(tag)).toMatchObject({ attention: 1 });
  holder.process.kill('SIGSTOP');
  const given = await Promise.allSettled([known.potentials(tag), fresh.potentials(tag), known.write({ megrams: [megramOf('a')] })]);
  expect(given).toEqual(Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'memory_unavailable' }) }));
  holder.process.kill('SIGCONT');
  const last = share(folder); // with the default limit of two seconds, enough for any machine
  await last.write({ megrams: [megramOf('b')] });
  for (const memory of [known, fresh]) expect(await idsIn(memory)).toContain('b');
});

test('a waiting process takes over from a suspended holder that is killed', async () => {
  const folder = scratch();
  const holder = await child('stays', folder, 'an entity');
  await holder.line('done');
  const known = share(folder);
  await known.potentials(tag);
  holder.process.kill('SIGSTOP');
  const asked = [known.potentials(tag), share(folder).potentials(tag)];
  await holder.kill('SIGKILL');
  expect(await Promise.all(asked)).toEqual(Array(2).fill({ attention: 1, decision: 0, action: 'Ignore' }));
});

test('an answer that came while this process was suspended counts', async () => {
  const folder = scratch();
  const holder = await child('stays', folder, 'an entity');
  await holder.line('done');
  const memory = share(folder, { answerMs: 1_000 });
  await memory.potentials(tag);
  holder.process.kill('SIGSTOP');
  const asked = memory.potentials(tag);
  await Promise.resolve().then(() => new Promise(setImmediate)); // it is sent
  holder.process.kill('SIGCONT');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
  expect(await asked).toMatchObject({ attention: 1 });
});

test('the memory keeps neither the process of the holder nor those of its clients alive', async () => {
  const folder = scratch();
  const alone = await child('once', folder, 'alone');
  expect(await alone.ended).toBe(0);
  const holder = await child('stays', folder, 'holder');
  await holder.line('done');
  const client = await child('once', folder, 'client');
  expect(await client.ended).toBe(0);
  expect(client.lines).not.toContain('holds');
  expect(await idsIn(share(folder))).toEqual(['alone', 'holder', 'client']);
});

test('a holder that ends hands over, and does not touch the socket of the next holder', async () => {
  const folder = scratch();
  const holder = await child('stays', folder, 'an entity');
  await holder.line('done');
  const next = share(folder);
  await next.potentials(tag);
  holder.process.kill('SIGTERM');
  const ids = Array.from({ length: 500 }, (_, at) => `id-${at}`);
  for (const id of ids) await next.write({ megrams: [megramOf(id)] });
  expect(await holder.ended).toBe(0);
  expect(holder.lines.at(-1)).toBe('closed');
  expect(readdirSync(folder)).toEqual(['socket', 'store']);
  expect(await idsIn(share(folder))).toEqual(['an entity', ...ids]);
});

test('`alone` is exclusive across processes until its process ends or is killed', async () => {
  const folder = scratch();
  const holder = await child('stays', folder, 'an entity');
  await holder.line('done');
  const first = await child('alone', folder, 'first');
  await first.line('alone');
  const memory = share(folder);
  const take = () => memory.alone(async () => 'mine');
  expect(await take()).toBeUndefined();
  await holder.kill('SIGKILL');
  await memory.write({ megrams: [megramOf('m', 'an entity')] }); // now another process holds the store
  expect(await take()).toBeUndefined();
  await first.kill('SIGKILL');
  expect(await take()).toBe('mine');
  expect(await memory.alone(take)).toBeUndefined();
  await expect(memory.alone(() => Promise.reject(new Error('it went wrong')))).rejects.toThrow('it went wrong');
  expect(await take()).toBe('mine');
});
