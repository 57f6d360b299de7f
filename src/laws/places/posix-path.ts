/** Paths as text: links are not followed, and the disk is never read. */

/** A path, resolved against an absolute folder, without `.`, `..` and repeated slashes. */
export function absolutePath(folder: string, path: string): string {
  const names: string[] = [];
  for (const segment of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (segment === '..') names.pop();
    else if (segment !== '' && segment !== '.') names.push(segment);
  }
  return `/${names.join('/')}`;
}

/** Whether an absolute path is that folder or is inside it. */
export const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
