/** The last part of a path. Does not use node:path, because this also runs in a browser. */
export const fileName = (path: string): string => path.split('/').findLast((part) => part !== '') ?? '';
