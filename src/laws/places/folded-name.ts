/** A text in which all names that are one name to some file system are written alike: without case, width and invisible characters. */
export const foldedName = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
        .toLowerCase();

const plain = /^[ -~]*$/;
