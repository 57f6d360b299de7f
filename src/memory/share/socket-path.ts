/** A path that the system accepts for a socket, however long the path of its folder is. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The name of the holder's socket in the folder of the memory. */
export const socketName = 'socket';

/** A path that is valid until disposed, which is long enough for one call that binds or connects. */
export type SocketPath = { readonly path: string } & Disposable;

/** The limit on a socket's path: `sockaddr_un` has 108 bytes on Linux and 104 on macOS and the BSDs, including the final zero. */
const maxBytes = { linux: 107, elsewhere: 103 };

/** Undefined if the path is too long and the system has no way around that. Throws if the path is long and its folder cannot be opened. */
export function socketPath(folder: string, name: string, platform: NodeJS.Platform = process.platform): SocketPath | undefined {
  const path = join(folder, name);
  const isLinux = platform === 'linux';
  if (Buffer.byteLength(path) <= (isLinux ? maxBytes.linux : maxBytes.elsewhere)) return { path, [Symbol.dispose]: () => {} };
  if (!isLinux) return undefined;
  const fd = openSync(folder, 'r');
  return { path: `/proc/self/fd/${fd}/${name}`, [Symbol.dispose]: () => closeSync(fd) };
}
