import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { NodeTransport } from '@nats-io/transport-node/lib/node_transport.js';
import { expect, onTestFinished, test } from 'vitest';
import { guardSockets } from './guard-sockets.ts';

/** A socket to a server that accepts connections and sends nothing. */
async function openSocket() {
  const server = createServer((other) => other.on('error', () => {}));
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens on a port
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('a server that never says a word keeps no socket open', async () => {
  guardSockets();
  const transport = new NodeTransport();
  const socket = await openSocket();
  Object.assign(transport, { socket, connected: false, options: {} });
  await transport.close();
  expect(socket.destroyed).toBe(true);
});

test('a write that fails while the connection closes ends no process', async () => {
  guardSockets();
  const transport = new NodeTransport();
  const socket = await openSocket();
  Object.assign(transport, { socket, connected: true, options: {} });
  socket.end(); // as if the server had ended the connection
  transport.send(new TextEncoder().encode('PING\r\n'));
  await transport.close();
  await new Promise((resolve) => setImmediate(resolve)); // meanwhile the error is reported
  expect(socket.errored).toMatchObject({ code: 'ERR_STREAM_WRITE_AFTER_END' });
});
