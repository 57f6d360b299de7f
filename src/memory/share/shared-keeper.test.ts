import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FileKeeperHooks, holdFile, megramOf } from '../../../test/support/children/file-keeper.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { ArtooError, type ErrorCode } from '../../contracts/errors.ts';
import type { Gives, Keeper } from '../keeper.ts';
import type { Limits } from './limits.ts';
import { openSharedKeeper } from './shared-keeper.ts';

/** The lock works the same whether the keepers are in one process or in several. */
function share(folder: string, { limits = {}, ...hooks }: FileKeeperHooks & { limits?: Partial<Limits> } = {}): Keeper {
  const memory = openSharedKeeper({ folder, hold: () => holdFile(folder, hooks), limits });
  onTestFinished(() => memory.close());
  return memory;
}

/** A holder and a client. */
async function pair(hooks: Parameters<typeof share>[1] = {}) {
  const folder = scratch();
  const holder = share(folder, hooks);
  await holder.find({ id: 'none' });
  return { folder, holder, client: share(folder, hooks.limits ? { limits: hooks.limits } : {}) };
}

const tag = { space: 'a space', entity: 'an entity' };
const none: Gives<'potentials'> = { attention: 0, decision: 0, action: 'Ignore' };
const unavailable = expect.objectContaining({ code: 'memory_unavailable' });

test('nothing is opened before the first operation, so nothing needs to be closed', async () => {
  const folder = scratch();
  const memory = share(folder);
  await memory.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('a second process sees what the first one wrote, and the other way round', async () => {
  const { holder, client } = await pair();
  expect(await holder.write({ megrams: [megramOf('a')] })).toEqual({ written: 1 });
  expect(await client.potentials(tag)).toEqual({ ...none, attention: 1 });
  expect(await client.write({ megrams: [megramOf('a'), megramOf('b')] })).toEqual({ written: 1 });
  expect(await holder.find({ id: 'b' })).toEqual({ kept: { id: 'b', megram: megramOf('b') } });
});

test('many requests are under way at once, and each gets its own answer in any order', async () => {
  const open = new Map<string, () => void>();
  const all = Promise.withResolvers<void>();
  const rows = {
    find: ({ id }: { id: string }) =>
      new Promise<Gives<'find'>>((resolve) => {
        open.set(id, () => resolve({ kept: { id, megram: null } }));
        if (open.size === 20) all.resolve();
      }),
  };
  const folder = scratch();
  await share(folder, { rows }).potentials(tag);
  const client = share(folder);
  const ids = Array.from({ length: 20 }, (_, at) => `id-${at}`);
  const asked = Promise.all(ids.map((id) => client.find({ id })));
  await all.promise;
  for (const answer of [...open.values()].reverse()) answer();
  expect((await asked).map(({ kept }) => kept?.id)).toEqual(ids);
});

test.each<[string, Error, ErrorCode]>([
  ['what may not be written', new ArtooError('memory_refused', 'no'), 'memory_refused'],
  ['a full disk', new ArtooError('memory_unwritable', 'no'), 'memory_unwritable'],
  ['a store that is damaged', new ArtooError('memory_damaged', 'no'), 'memory_damaged'],
  ['a defect', new TypeError('no'), 'memory_unavailable'],
])('%s gives the same error in another process', async (_, error, code) => {
  const { client } = await pair({ rows: { write: () => Promise.reject(error) } });
  const thrown = await client.write({ megrams: [] }).catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(ArtooError);
  expect(thrown).toMatchObject({ code, message: 'no' });
  expect(await client.potentials(tag)).toEqual(none);
});

test('requests and answers that the table does not allow are refused', async () => {
  const { client } = await pair({ rows: { potentials: async () => ({ ...none, attention: Number.NaN }) } });
  await expect(client.write({ megrams: [{ ...megramOf('a'), f: 7 }] })).rejects.toMatchObject({ code: 'memory_refused' });
  await expect(client.potentials(tag)).rejects.toEqual(unavailable);
  expect(await client.find({ id: 'a' })).toEqual({ kept: null });
});

test('megabytes go over the wire, in any script', async () => {
  const { client } = await pair({ limits: { answerMs: 20_000 } });
  const large = megramOf('large', 'an entity', 'ü\ud800\u0000\n|~'.repeat(300_000));
  await client.write({ megrams: [large] });
  expect((await client.exportFrom({ after: null, limit: 1 })).kept).toEqual([{ id: 'large', megram: large }]);
});

test('a request or answer longer than a line may be is refused, and breaks nothing', async () => {
  const huge = megramOf('huge', 'an entity', 'x'.repeat(64 * 1024 * 1024));
  const find = async () => ({ kept: { id: 'huge', megram: huge } });
  const { client } = await pair({ rows: { find }, limits: { answerMs: 20_000 } });
  await expect(client.write({ megrams: [huge] })).rejects.toMatchObject({ code: 'memory_refused' });
  await expect(client.find({ id: 'huge' })).rejects.toMatchObject({ code: 'memory_refused' });
  expect(await client.potentials(tag)).toEqual(none);
});

test('when the store cannot be opened the operation says why, and the next one tries again', async () => {
  const folder = scratch();
  const reasons = [new ArtooError('memory_damaged', 'no'), new Error('no')];
  const memory = openSharedKeeper({
    folder,
    hold() {
      const reason = reasons.shift();
      if (reason !== undefined) throw reason;
      return holdFile(folder);
    },
  });
  onTestFinished(() => memory.close());
  await expect(memory.potentials(tag)).rejects.toMatchObject({ code: 'memory_damaged' });
  await expect(memory.potentials(tag)).rejects.toEqual(unavailable);
  expect(await memory.potentials(tag)).toEqual(none);
});

test('opening the store may take longer than the limit for other processes', async () => {
  const folder = scratch();
  const waited = Promise.withResolvers<void>();
  setTimeout(() => waited.resolve(), 30); // longer than the limit, in real time
  const memory = openSharedKeeper({ folder, hold: () => waited.promise.then(() => holdFile(folder)), limits: { takeoverMs: 5 } });
  onTestFinished(() => memory.close());
  expect(await memory.potentials(tag)).toEqual(none);
});

test('when many processes race for the store, one becomes the holder and serves the others', async () => {
  const folder = scratch();
  const first = share(folder);
  await first.potentials(tag);
  let held = 0;
  const hold = async () => {
    const keeper = await holdFile(folder);
    if (keeper !== 'locked') held += 1;
    return keeper;
  };
  const others = Array.from({ length: 12 }, () => openSharedKeeper({ folder, hold }));
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.close()))));
  await Promise.all(others.map((other) => other.potentials(tag)));
  expect(held).toBe(0);
  await first.close();
  await Promise.all(others.map((other, at) => other.write({ megrams: [megramOf(`id-${at}`)] })));
  expect(held).toBe(1);
  expect(await Promise.all(others.map((other) => other.potentials(tag)))).toEqual(others.map(() => ({ ...none, attention: 12 })));
});

test('a closing holder answers the requests that it accepted, and the others go to the next holder', async () => {
  const folder = scratch();
  const taken = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const find = async ({ id }: { id: string }): Promise<Gives<'find'>> => {
    taken.resolve();
    await letGo.promise;
    return { kept: { id: `${id} from the first`, megram: null } };
  };
  const holder = share(folder, { rows: { find } });
  await holder.potentials(tag);
  const client = share(folder);
  const asked = client.find({ id: 'a' });
  await taken.promise;
  const closing = holder.close();
  await expect(holder.potentials(tag)).rejects.toEqual(unavailable);
  while (existsSync(join(folder, 'socket'))) await new Promise(setImmediate);
  const late = client.find({ id: 'b' });
  letGo.resolve();
  expect(await asked).toEqual({ kept: { id: 'a from the first', megram: null } });
  expect(await late).toEqual({ kept: null });
  await closing;
  await holder.close();
  expect(await share(folder).potentials(tag)).toEqual(none);
});

test('closing waits for requests of this process', async () => {
  const asked = Promise.withResolvers<Gives<'potentials'>>();
  const { holder, client } = await pair({ rows: { potentials: () => asked.promise } });
  const both = [holder.potentials(tag), client.potentials(tag)];
  const closing = Promise.all([client.close(), holder.close()]);
  asked.resolve(none);
  expect(await Promise.all(both)).toEqual([none, none]);
  await closing;
  for (const memory of [holder, client]) await expect(memory.potentials(tag)).rejects.toEqual(unavailable);
});

test('the socket is removed before the lock', async () => {
  const folder = scratch();
  const seen: string[][] = [];
  const holder = share(folder, { onClose: () => seen.push(readdirSync(folder)) });
  await holder.potentials(tag);
  expect(readdirSync(folder)).toEqual(['socket', 'store']);
  await holder.close();
  expect(seen).toEqual([['store']]);
});

test('the socket of a killed holder is replaced, and only the same user can connect', async () => {
  const folder = scratch();
  const server = createServer().listen(join(folder, 'socket.killed'));
  await new Promise((resolve) => server.once('listening', resolve));
  await rename(join(folder, 'socket.killed'), join(folder, 'socket'));
  server.close();
  writeFileSync(join(folder, 'socket.0a1b2c3d'), '');
  const holder = share(folder);
  await holder.write({ megrams: [megramOf('a')] });
  expect(await share(folder).potentials(tag)).toEqual({ ...none, attention: 1 });
  expect(readdirSync(folder)).toEqual(['socket', 'store']);
  expect([folder, join(folder, 'socket')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

test.runIf(process.platform === 'linux')('a memory is shared however long its path is', async () => {
  const folder = join(scratch(), 'long'.repeat(30), 'longer'.repeat(40));
  const holder = share(folder);
  await holder.write({ megrams: [megramOf('a')] });
  const client = share(folder);
  expect(await client.potentials(tag)).toEqual({ ...none, attention: 1 });
  await holder.close();
  expect(readdirSync(folder)).toEqual(['store']);
  expect(await client.potentials(tag)).toEqual({ ...none, attention: 1 });
});

test('a holder that cannot serve others works on its own, and the others give up in time', async () => {
  const folder = scratch();
  mkdirSync(join(folder, 'socket', 'in the way'), { recursive: true });
  const holder = share(folder);
  expect(await holder.write({ megrams: [megramOf('a')] })).toEqual({ written: 1 });
  const client = share(folder, { limits: { takeoverMs: 50 } });
  await expect(client.potentials(tag)).rejects.toEqual(unavailable);
  await holder.close();
  expect(await client.potentials(tag)).toEqual({ ...none, attention: 1 });
});

test('a request without an answer is given up, a long one later, and the connection stays usable', async () => {
  const tags = Promise.withResolvers<Gives<'tags'>>();
  const potentials = Promise.withResolvers<Gives<'potentials'>>();
  const limits = { answerMs: 30, longAnswerMs: 20_000 };
  const { client } = await pair({ rows: { tags: () => tags.promise, potentials: () => potentials.promise }, limits });
  const long = client.tags({ space: null, limit: 1 });
  await expect(client.potentials(tag)).rejects.toEqual(unavailable);
  potentials.resolve(none);
  tags.resolve({ tags: [], more: 3 });
  expect(await long).toEqual({ tags: [], more: 3 });
});
