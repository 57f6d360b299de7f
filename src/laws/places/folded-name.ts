/** A text without case, width and invisible characters, so that two names are equal if any file system takes them for the same. */
export const foldedName = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
        .toLowerCase();

const plain = /^[ -~]*$/;
