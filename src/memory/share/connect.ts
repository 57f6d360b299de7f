/** Connects to the process that holds the store. */
import { createConnection as connectSocket, type Socket } from 'node:net';
import { ArtooError } from '../../contracts/errors.ts';
import type { Holder } from './holder.ts';
import type { Limits } from './limits.ts';
import { onMessages } from './messages.ts';
import { encode, Hello, wireVersion } from './protocol.ts';
import { createRemoteHolder } from './remote-holder.ts';
import { socketName, socketPath } from './socket-path.ts';

/** Why there is no connection; the next attempt may succeed. */
export type Unreachable = { readonly why: string };

/** Connects to the holder; `signal` aborts the attempt. Rejects with `memory_unavailable` if trying again is useless. */
export async function connect(folder: string, limits: Limits, signal: AbortSignal): Promise<Holder | Unreachable> {
  let socket: Socket;
  try {
    using place = socketPath(folder, socketName);
    if (place === undefined) throw new ArtooError('memory_unavailable', tooLong(folder));
    socket = connectSocket({ path: place.path }); // the path is resolved within this call
  } catch (thrown) {
    if (thrown instanceof ArtooError) throw thrown;
    return { why: String(thrown) };
  }
  const hangUp = () => socket.destroy();
  if (signal.aborted) hangUp();
  signal.addEventListener('abort', hangUp);
  try {
    return await greet(socket.unref(), limits);
  } finally {
    signal.removeEventListener('abort', hangUp);
  }
}

function greet(socket: Socket, limits: Limits): Promise<Holder | Unreachable> {
  const { promise, resolve, reject } = Promise.withResolvers<Holder | Unreachable>();
  const holder = createRemoteHolder(socket, limits);
  let why = 'it hung up';
  let isGreeted = false;
  const takeHello = (message: unknown) => {
    const hello = Hello.safeParse(message).data;
    if (hello === undefined) return false;
    if (hello.artoo_memory !== wireVersion) reject(new ArtooError('memory_unavailable', otherVersion(hello.artoo_memory)));
    isGreeted = hello.artoo_memory === wireVersion;
    if (isGreeted) resolve(holder);
    else socket.destroy();
    return true;
  };
  onMessages(
    socket,
    (message) => (isGreeted ? holder.take(message) : takeHello(message)),
    () => holder.abandon(),
  );
  socket.on('error', (error) => {
    why = error.message;
  });
  socket.once('close', () => resolve({ why }));
  socket.write(encode({ artoo_memory: wireVersion }));
  return promise;
}

const tooLong = (folder: string): string =>
  `another process holds the memory in ${folder}, and that path is too long for a socket to share it`;

const otherVersion = (version: number): string =>
  `another version of artoo holds the memory: it uses version ${version} of the protocol, and this one uses version ${wireVersion}`;
