/** A text without case, width and invisible characters: two results are equal if any file system might treat the names as the same. */
export const foldedName = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
        .toLowerCase();

const plain = /^[ -~]*$/;
