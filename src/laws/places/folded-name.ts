/** A text without case, width and invisible characters, so that names that some file system takes for one are equal. */
export const foldedName = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
        .toLowerCase();

const plain = /^[ -~]*$/;
