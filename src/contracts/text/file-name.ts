/** The last part of a path, without what Node would have to be loaded for: pages in a browser tell stories too. */
export const fileName = (path: string): string => path.split('/').findLast((part) => part !== '') ?? '';
