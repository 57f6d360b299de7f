/** The world outside the walls: whatever reaches it, over the network or a socket on this machine, is an effect. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

export type World = AsyncDisposable & {
  readonly port: number;
  /** What has arrived since the last call, including everything sent before this one. */
  heard(): Promise<string>;
};

/** Listens on TCP and UDP with one port, on these socket files, and on a name without a file. */
export async function openWorld(socketFiles: readonly string[], abstractName: string): Promise<World> {
  let bytes = '';
  const hear = (chunk: Buffer) => {
    if (bytes.length < 1000) bytes += chunk.toString('latin1');
  };
  const answer = (socket: Socket) => {
    socket.on('error', () => {}).on('data', hear);
    socket.once('data', () => socket.end('HTTP/1.0 204 No Content\r\n\r\n')); // otherwise some clients would retry forever
  };
  const server = () => createServer(answer);
  const tcp = server().listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo; // it listens on a port
  const udp = createSocket('udp4', hear).bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const locals = [...socketFiles, `\0${abstractName}`].map((path) => server().listen(path));
  await Promise.all(locals.map((local) => once(local, 'listening')));
  for (const path of socketFiles) chmodSync(path, 0o777);
  return {
    port,
    async heard() {
      await setTimeout(20); // there is no event for the absence of messages
      for (let turn = 0; turn < 3; turn++) await setImmediate(); // a connection is accepted in one turn and read in the next
      const said = bytes;
      bytes = '';
      return said;
    },
    async [Symbol.asyncDispose]() {
      udp.close();
      for (const each of [tcp, ...locals]) each.close();
      for (const path of socketFiles) rmSync(path, { force: true });
    },
  };
}
