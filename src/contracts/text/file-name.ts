/** The last part of a path. Does not use node:path, because pages in a browser show stories too. */
export const fileName = (path: string): string => path.split('/').findLast((part) => part !== '') ?? '';
