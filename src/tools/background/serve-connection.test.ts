import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from './serve-connection.ts';

/** Both ends of one connection. */
async function joined(): Promise<readonly [Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }); // the server listens on a port
  const [far] = (await once(server, 'connection')) as [Socket]; // the connections of a TCP server are sockets
  server.close();
  onTestFinished(() => void [near, far].map((socket) => socket.destroy()));
  return [near, far];
}

test('two that are joined count as one, and close together', async () => {
  const open = new Set<Socket>();
  const [[client, door], [inner, server]] = await Promise.all([joined(), joined()]);
  serve(door, Promise.resolve(inner), open);
  client.write('hello');
  const [said] = await once(server, 'data');
  expect([String(said), open.size]).toEqual(['hello', 1]);
  for (const socket of open) socket.destroy();
  await once(inner, 'close');
  expect(open.size).toBe(0);
});
