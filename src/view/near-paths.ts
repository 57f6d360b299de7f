/** Shows the paths in a text relative to a folder. Pure. */

/** Drops the folder from paths below it. Longer paths and addresses that merely contain its name stay as they are. */
export function nearPaths(text: string, folder: string): string {
  if (folder === '' || folder === '/') return text;
  return text.replaceAll(`${folder}/`, (found, at: number) => {
    const end = at + found.length;
    return startsHere.test(text.slice(Math.max(0, at - 2), at)) && continues.test(text.slice(end, end + 1)) ? '' : found;
  });
}

/** Before a path: the start of the text, or a character that separates words, with or without an opening quote. */
const startsHere = /(?:^|[\s=,;([{<>|&]|(?:^|[\s=,:;([{<>|&])["'`“‘«])$/;

/** The folder alone, with nothing below it, keeps its name. */
const continues = /[^\s"'`”’»)\]},;]/;
