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
  /**
   * Removes the socket, answers requests under way, and hangs up. Call it while the store is still open: only then is the socket certain to be our own.
   */
  close(): Promise<void>;
};

/** Serves the store; only its holder may call this. Rejects if no socket can be made. */
export async function serve(folder: string, keeper: Keeper, limits: Limits): Promise<Service> {
  const clients = new Set<Client>();
  const server = createServer((socket) => {
    const client = serveClient(socket, keeper, limits);
    clients.add(client);
    socket.once('close', () => clients.delete(client));
  });
  try {
    await listen(server, folder);
  } catch (thrown) {
    server.close();
    throw thrown;
  }
  return {
    async close() {
      await rm(join(folder, socketName), { force: true }).catch(() => {}); // the next holder replaces a stale socket
      server.close();
      await Promise.all([...clients].map((client) => client.finish()));
    },
  };
}

/**
 * Binds the socket under a temporary name and renames it. So it appears with the right mode and replaces a stale socket; and because Node removes only
 * the name that it bound, it never removes the next holder's socket on closing.
 */
async function listen(server: Server, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await removeLeftovers(folder);
  const name = `${socketName}.${randomBytes(4).toString('hex')}`;
  using place = socketPath(folder, name);
  if (place === undefined) throw new Error(`${folder} is a path that is too long for a socket`);
  server.listen({ path: place.path, exclusive: true });
  await once(server.unref(), 'listening');
  server.on('error', () => {}); // a connection that could not be accepted: the client will try again
  await chmod(join(folder, name), 0o600);
  await rename(join(folder, name), join(folder, socketName));
}

/** Removes sockets with temporary names, left by holders that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${socketName}.`));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}
