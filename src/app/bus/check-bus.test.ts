import { expect, test } from 'vitest';
import { startNats } from '../../../test/support/nats.ts';
import { openBus } from '../../cluster/bus.ts';
import { initStreams } from '../../cluster/server/init-streams.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { checkBus } from './check-bus.ts';

const { signal } = new AbortController();
const statesOf = async (url: string) => (await checkBus(busAddress(url), signal)).map(({ name, state }) => `${name}: ${state}`);

test('the doctor says what of a bus is missing, and what its server promises', async () => {
  const server = await startNats();
  expect(await statesOf(server.url)).toEqual(['bus: ok', 'bus streams: failed']);
  await using bus = await openBus(busAddress(server.url));
  await initStreams(bus);
  expect(await statesOf(server.url)).toEqual(['bus: ok', 'bus streams: ok', 'bus and power: warning', 'bus clock: ok']);
  await bus.manager.streams.update(bus.names.stream('log'), { max_age: 600_000_000_000 });
  expect((await checkBus(busAddress(server.url), signal))[1]).toMatchObject({ state: 'failed', detail: expect.stringContaining('expire') });
});

test('a bus that cannot be reached is one failure', async () => {
  expect(await statesOf('nats://127.0.0.1:9')).toEqual(['bus: failed']);
});
