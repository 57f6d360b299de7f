/** Paths below a folder, written as seen from there. Pure. */

/** The same text, in which they begin after the folder. What only contains its name, such as a longer path or an address, stays as it is. */
export function nearPaths(text: string, folder: string): string {
  if (folder === '' || folder === '/') return text;
  return text.replaceAll(`${folder}/`, (found, at: number) => {
    const isPath =
      mayStandBefore.test(text.slice(Math.max(0, at - 2), at)) && goesOn.test(text.slice(at + found.length, at + found.length + 1));
    return isPath ? '' : found;
  });
}

/** The last two characters: the beginning, or what parts two words; a quote, where one begins. */
const mayStandBefore = /(?:^|[\s=,;([{<>|&]|(?:^|[\s=,:;([{<>|&])["'`“‘«])$/;

/** The folder itself is not nothing. */
const goesOn = /[^\s"'`”’»)\]},;]/;
