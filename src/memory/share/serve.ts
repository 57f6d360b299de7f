/** Serves the store that this process holds to the other processes of the same user. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Keeper } from '../keeper.ts';
import { type Client, serveClient } from './client.ts';
import type { Limits } from './limits.ts';
import { socketName, socketPath } from './socket-path.ts';

export type Service = {
  /** Removes the socket, answers what was taken, and hangs up on everybody. To be called while the store is still held: so the socket is this one's own. */
  close(): Promise<void>;
};

/** Only for whoever holds the store. Rejects where there can be no socket. */
export async function serve(folder: string, keeper: Keeper, limits: Limits): Promise<Service> {
  const peers = new Set<Client>();
  const server = createServer((socket) => {
    const peer = serveClient(socket, keeper, limits);
    peers.add(peer);
    socket.once('close', () => peers.delete(peer));
  });
  try {
    await listen(server, folder);
  } catch (thrown) {
    server.close();
    throw thrown;
  }
  return {
    async close() {
      await rm(join(folder, socketName), { force: true }).catch(() => {}); // what stays is stale, and the next holder replaces it
      server.close();
      await Promise.all([...peers].map((peer) => peer.finish()));
    },
  };
}

/**
 * Bound under a name of its own, then moved to the one that is known. So the socket is there at once with its right mode and in place of a stale one; and the
 * runtime, which removes what it has bound as it closes or exits, never removes the socket of the next holder.
 */
async function listen(server: Server, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeLeftovers(folder);
  const name = `${socketName}.${randomBytes(4).toString('hex')}`;
  using place = socketPath(folder, name);
  if (place === undefined) throw new Error(`${folder} is too long a path for a socket`);
  server.listen({ path: place.path, exclusive: true });
  await once(server.unref(), 'listening');
  server.on('error', () => {}); // a connection that could not be accepted: it is tried again by whoever made it
  await chmod(join(folder, name), 0o600);
  await rename(join(folder, name), join(folder, socketName));
}

/** Of holders that were killed in between. */
async function removeLeftovers(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${socketName}.`));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}
