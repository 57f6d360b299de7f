/** The last part of a path. Without node:path, because pages in a browser show stories too. */
export const fileName = (path: string): string => path.split('/').findLast((part) => part !== '') ?? '';
