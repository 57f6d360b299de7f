/** The places that a line names, judging by its words. Pure. */
import { absolutePath } from '../places/posix-path.ts';
import { partsOf } from './line/line-parts.ts';
import { type Argument, baseName } from './line/shell-word.ts';

/** Programs that list the contents of a folder. */
const listing: ReadonlySet<string> = new Set('ls dir vdir find du tree grep rg fd'.split(' '));

/** A path that a line names, and whether it is a folder whose entries are listed. A pattern counts as the folder that is searched for matches. */
export type NamedPlace = { readonly path: string; readonly isListed: boolean };

/** The paths that the words and redirections of a line name. */
export function placesIn(line: string, around: { readonly cwd: string; readonly home: string }): readonly NamedPlace[] {
  const { parts } = partsOf(line, [around.cwd], around.home);
  return parts.flatMap((part) => {
    if (part.kind === 'doubt') return [];
    const words = part.kind === 'command' ? part.words : [part.target];
    const isListing = part.kind === 'command' && listing.has(baseName(part.words[0].literal ?? ''));
    return words.flatMap((word) => placesOf(word, part.folders ?? [around.cwd], isListing));
  });
}

function placesOf({ literal, pattern }: Argument, folders: readonly string[], isListing: boolean): readonly NamedPlace[] {
  const text = (literal ?? pattern ?? '').replace(/^-*[\w-]+=/, ''); // --file=/tmp/x, if=/tmp/x
  const isPattern = literal === undefined && /[*?]/.test(text);
  const path = isPattern ? text.replace(/[^/]*[*?].*$/s, '') : text;
  return text === '' ? [] : folders.map((folder) => ({ path: absolutePath(folder, path), isListed: isPattern || isListing }));
}
