/** Paths by their names alone: nothing looks at the disk, so that a link is taken for what it is called. */

/** A path seen from an absolute folder: absolute, without `.`, `..` and doubled slashes. */
export function absolutePath(folder: string, path: string): string {
  const way: string[] = [];
  for (const segment of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (segment === '..') way.pop();
    else if (segment !== '' && segment !== '.') way.push(segment);
  }
  return `/${way.join('/')}`;
}

/** Whether an absolute path is that folder or lies in it. */
export const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
