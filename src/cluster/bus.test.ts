import { expect, test } from 'vitest';
import { startNats } from '../../test/support/nats.ts';
import { busAddress } from '../laws/network/bus-address.ts';
import { openBus } from './bus.ts';

test('without a server, and without JetStream, it says so', async () => {
  await expect(openBus(busAddress('nats://127.0.0.1:9'))).rejects.toMatchObject({ code: 'bus_unreachable' });
});

test('wrong credentials are refused, right ones are taken', async () => {
  const server = await startNats('authorization { user: me, password: right }');
  const at = (password: string) => busAddress(server.url.replace('//', `//me:${password}@`));
  await expect(openBus(at('wrong'))).rejects.toMatchObject({ code: 'bus_denied' });
  await using bus = await openBus(at('right'));
  expect(bus.connection.info?.auth_required).toBe(true);
});
