/** Paths to files that no symlink can redirect, even if it was created in the meantime. */
import { closeSync, constants, existsSync, openSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type Anchors = Disposable & {
  /**
   * The name that system calls must use for the entry at an absolute path. Throws a system error if a folder above it is missing or not a folder.
   * The name is valid until the next call.
   */
  at(path: string): string;
};

export const openAnchors = (): Anchors => (hasDescriptorPaths ? byDescriptor() : byRealPath());

const hasDescriptorPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** `O_PATH`, which Node does not define: opens folders that artoo may pass through but not list. */
const pathOnly = 0o10000000;
const folderFlags = pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const maxHeld = 128;

/** Opens each folder from its parent and names entries through the folder's descriptor. The folders of the last path stay open for the next. */
function byDescriptor(): Anchors {
  const root = { path: '/', fd: openSync('/', folderFlags) };
  const held: { readonly path: string; readonly fd: number }[] = [];
  const close = () => void closeSync(held.pop()?.fd ?? root.fd);
  return {
    at(path) {
      const folder = dirname(path);
      while (!isWithin(folder, (held.at(-1) ?? root).path)) close();
      let last = held.at(-1) ?? root;
      for (const name of folder.slice(last.path.length).split('/')) {
        if (name === '') continue;
        last = { path: join(last.path, name), fd: openSync(named(last.fd, name), folderFlags) };
        held.push(last);
        for (const { fd } of held.splice(0, held.length - maxHeld)) closeSync(fd);
      }
      return named(last.fd, basename(path));
    },
    [Symbol.dispose]() {
      while (held.length > 0) close();
      close();
    },
  };
}

const named = (fd: number, name: string): string => `/proc/self/fd/${fd}/${name}`;

const isWithin = (path: string, folder: string): boolean => folder === '/' || path === folder || path.startsWith(`${folder}/`);

/** Second best: each folder is checked just before it is used. */
const byRealPath = (): Anchors => ({
  at(path) {
    const folder = dirname(path);
    if (realpathSync(folder) !== folder)
      throw Object.assign(new Error(`${folder} is reached through a symlink`), { code: 'ENOTDIR', errno: -20 });
    return path;
  },
  [Symbol.dispose]() {},
});
