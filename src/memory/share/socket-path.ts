/** A path by which the system lets a socket be bound or connected to, however deep its folder lies. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Where whoever holds the store is reached, in the folder of the memory. */
export const socketName = 'socket';

/** Good until it is disposed of: for the time of the one call that binds or connects. */
export type SocketPath = { readonly path: string } & Disposable;

/** What fits into `sockaddr_un` everywhere, with the zero at its end: 108 bytes on Linux, 104 on macOS and the BSDs. */
const maxBytes = { linux: 107, elsewhere: 103 };

/** Undefined where the path is too long and there is no way around. Throws when the folder of a long path cannot be opened. */
export function socketPath(folder: string, name: string, platform: NodeJS.Platform = process.platform): SocketPath | undefined {
  const path = join(folder, name);
  const isLinux = platform === 'linux';
  if (Buffer.byteLength(path) <= (isLinux ? maxBytes.linux : maxBytes.elsewhere)) return { path, [Symbol.dispose]: () => {} };
  if (!isLinux) return undefined;
  const fd = openSync(folder, 'r');
  return { path: `/proc/self/fd/${fd}/${name}`, [Symbol.dispose]: () => closeSync(fd) };
}
