/** A collector that takes every trace and keeps none, in a process of its own. Prints its port; ends when its input does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('{}'));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port)); // it listens on a port
process.stdin.on('end', () => process.exit()).resume();
