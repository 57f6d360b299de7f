/** Shows a path, or the paths in a text, relative to a folder. Pure. */

/** One path, whatever characters it contains: relative to the folder if the path is below that. */
export function nearPath(path: string, folder: string): string {
  const below = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
  return below === '' || below.startsWith('/') ? path : below;
}

/**
 * Drops the folder from paths below it. Longer paths and addresses that merely contain the folder's name stay as they are. `known`: paths that the
 * text may hold. In these, only the start can be dropped, even if a name has spaces.
 */
export function nearPaths(text: string, folder: string, known: readonly string[] = []): string {
  if (folder === '' || folder === '/') return text;
  return text.replaceAll(`${folder}/`, (found, at: number) => {
    const end = at + found.length;
    const isStart = startsHere.test(text.slice(Math.max(0, at - 2), at)) && !known.some((path) => isWithin(path, text, at));
    return isStart && continues.test(text.slice(end, end + 1)) ? '' : found;
  });
}

/** Whether the position is inside an occurrence of the path, after its start and before its end. */
function isWithin(path: string, text: string, at: number): boolean {
  const start = at === 0 ? -1 : text.lastIndexOf(path, at - 1);
  return start !== -1 && start + path.length > at;
}

/** Before a path: the start of the text, or a character that separates words, with or without an opening quote. */
const startsHere = /(?:^|[\s=,;([{<>|&]|(?:^|[\s=,:;([{<>|&])["'`“‘«])$/;

/** The folder alone, with nothing below it, keeps its name. */
const continues = /[^\s"'`”’»)\]},;]/;
