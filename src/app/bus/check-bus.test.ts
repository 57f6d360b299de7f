import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startNats } from '../../../test/support/nats.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { openBus } from '../../cluster/bus.ts';
import { shareFolder } from '../../cluster/owners/shared-folder.ts';
import { initStreams } from '../../cluster/server/init-streams.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { checkBus } from './check-bus.ts';

const { signal } = new AbortController();
const statesOf = async (url: string) => (await checkBus(busAddress(url), '/', signal)).map(({ name, state }) => `${name}: ${state}`);

test('the doctor says which parts of a bus are missing, and what its server guarantees', async () => {
  const server = await startNats();
  expect(await statesOf(server.url)).toEqual(['bus: ok', 'bus streams: failed', 'bus folder: ok']);
  await using bus = await openBus(busAddress(server.url));
  await initStreams(bus);
  expect(await statesOf(server.url)).toEqual(['bus: ok', 'bus streams: ok', 'bus power loss: warning', 'bus clock: ok', 'bus folder: ok']);
  await bus.manager.streams.update(bus.names.stream('log'), { max_age: 600_000_000_000 });
  expect((await checkBus(busAddress(server.url), '/', signal))[1]).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('expire'),
  });
});

test('a bus that cannot be reached is one failure', async () => {
  expect(await statesOf('nats://127.0.0.1:9')).toEqual(['bus: failed']);
});

test('the doctor says that a server has deleted the oldest messages, which it does when a limit is set below what a stream holds', async () => {
  const server = await startNats();
  await using bus = await openBus(busAddress(server.url));
  await initStreams(bus);
  const name = bus.names.stream('log');
  for (const [at, task] of ['one', 'two', 'one', 'two'].entries())
    await bus.stream.publish(`artoo.default.log.${task}`, 'a'.repeat(1_000), { msgID: `${task}-${at < 2 ? 0 : at}` });
  expect((await checkBus(busAddress(server.url), '/', signal))[1]).toMatchObject({ state: 'ok' });
  await bus.manager.streams.update(name, { max_bytes: 2_500 });
  expect((await checkBus(busAddress(server.url), '/', signal))[1]).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('has lost its oldest messages, at least the beginning of one'),
  });
});

test('the doctor says whether other machines may continue the tasks of a folder', async () => {
  const server = await startNats();
  const cwd = scratch();
  mkdirSync(join(cwd, 'inner'));
  const told = async () => (await checkBus(busAddress(server.url), join(cwd, 'inner'), signal)).at(-1)?.detail;
  expect(await told()).toContain(`${cwd}/inner is not shared`);
  shareFolder(cwd);
  expect(await told()).toContain(`${cwd} is shared`);
});
