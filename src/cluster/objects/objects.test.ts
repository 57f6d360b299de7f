import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startNats } from '../../../test/support/nats.ts';
import { isProof } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { hashOfBytes } from '../../tools/changes/disk/hash-of.ts';
import { type Bus, openBus } from '../bus.ts';
import { makeStreams } from '../streams.ts';
import { openObjects } from './objects.ts';

const { signal } = new AbortController();
const MiB = 1024 ** 2;

async function busWithStreams(): Promise<Bus> {
  const bus = await openBus(busAddress((await startNats()).url));
  await makeStreams(bus);
  return bus;
}

const messagesIn = async (bus: Bus) => (await bus.manager.streams.info(bus.names.stream('object'))).state.messages;
const patterned = (size: number) => Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 9)) & 0xff));

test('stored content can be read again, whatever its size, and is stored only once however often it is sent', async () => {
  await using bus = await busWithStreams();
  const [one, other] = [openObjects(bus), openObjects(bus)];
  for (const size of [0, 1, 256 * 1024, 256 * 1024 + 1, 3 * MiB]) {
    const content = patterned(size);
    const hash = await one.put(content, signal);
    const before = await messagesIn(bus);
    expect(await other.put(content, signal)).toBe(hash);
    expect(await messagesIn(bus)).toBe(before);
    expect((await other.get(hash, size, signal)).equals(content)).toBe(true);
  }
});

test('a file goes there and comes back, in a proof also one that is larger than what is hashed whole', async () => {
  await using bus = await busWithStreams();
  const folder = scratch();
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const content = Buffer.alloc((isProof ? 66 : 2) * MiB); // mostly zeros, as in a sparse file
  content.write('in the middle', MiB);
  writeFileSync(from, content);
  await using file = await open(from);
  await openObjects(bus).putFile(hashOfBytes(content), file, content.length, signal);
  await openObjects(bus).getFile(hashOfBytes(content), to, content.length, signal);
  expect(readFileSync(to).equals(content)).toBe(true);
});

test('a piece that is missing is named', async () => {
  await using bus = await busWithStreams();
  const hash = await openObjects(bus).put(patterned(MiB), signal);
  expect(await openObjects(bus).has(hash)).toBe(true);
  await bus.manager.streams.purge(bus.names.stream('object'), { filter: bus.names.object(hash, 2) });
  const reading = openObjects(bus).get(hash, MiB, signal);
  await expect(reading).rejects.toMatchObject({ code: 'object_missing', message: expect.stringContaining('piece 2') });
});

test('another content under a hash, a piece of another length and one that is larger than expected are found', async () => {
  await using bus = await busWithStreams();
  const content = patterned(300 * 1024);
  const hash = await openObjects(bus).put(content, signal);
  const replaced = async (n: number, data: Buffer, size: string) => {
    await bus.manager.streams.purge(bus.names.stream('object'), { filter: bus.names.object(hash, n) });
    const { headers } = await import('@nats-io/transport-node');
    const told = headers();
    told.set('Artoo-Size', size);
    await bus.stream.publish(bus.names.object(hash, n), data, { headers: told });
  };
  const reading = () => openObjects(bus).get(hash, content.length, signal);
  await replaced(1, Buffer.from('short'), String(content.length));
  await expect(reading()).rejects.toMatchObject({ code: 'object_damaged', message: expect.stringContaining('piece 1') });
  await replaced(1, Buffer.alloc(44 * 1024), String(content.length));
  await expect(reading()).rejects.toMatchObject({ code: 'object_damaged' });
  await replaced(0, content.subarray(0, 256 * 1024), String(2 ** 40));
  await expect(reading()).rejects.toMatchObject({ code: 'object_damaged', message: expect.stringContaining('expected') });
});

test('what is published under a stored piece later changes nothing', async () => {
  await using bus = await busWithStreams();
  const content = patterned(300 * 1024);
  const hash = await openObjects(bus).put(content, signal);
  await expect(bus.stream.publish(bus.names.object(hash, 1), 'anything')).rejects.toThrow('per subject');
  expect(await openObjects(bus).put(content, signal)).toBe(hash);
  expect((await openObjects(bus).get(hash, MiB, signal)).equals(content)).toBe(true);
});
