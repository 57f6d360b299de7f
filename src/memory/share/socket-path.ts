/** A path that the system accepts for a socket, however deep its folder is. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The socket of the holder, in the folder of the memory. */
export const socketName = 'socket';

/** Valid until it is disposed: for the one call that binds or connects. */
export type SocketPath = { readonly path: string } & Disposable;

/** `sockaddr_un` has 108 bytes on Linux and 104 on macOS and the BSDs, including the final zero. */
const maxBytes = { linux: 107, elsewhere: 103 };

/** Undefined when the path is too long and there is no way around. Throws when the folder of a long path cannot be opened. */
export function socketPath(folder: string, name: string, platform: NodeJS.Platform = process.platform): SocketPath | undefined {
  const path = join(folder, name);
  const isLinux = platform === 'linux';
  if (Buffer.byteLength(path) <= (isLinux ? maxBytes.linux : maxBytes.elsewhere)) return { path, [Symbol.dispose]: () => {} };
  if (!isLinux) return undefined;
  const fd = openSync(folder, 'r');
  return { path: `/proc/self/fd/${fd}/${name}`, [Symbol.dispose]: () => closeSync(fd) };
}
