/** `folder(~/.cache/pip)`: the folders in which rules let commands change anything, and which of these rules to offer to a person. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import type { Places } from '../asked-effects.ts';
import { whyNeverFree } from '../places/free-places.ts';
import { absolutePath, isWithin } from '../places/posix-path.ts';
import type { Base } from './path-pattern.ts';

/**
 * The folders that are free now, by real path. Only the home and the current folder may be links: inside them, a rule means exactly the folder that
 * it names, so that a link put in its place frees nothing. Whether a folder may be free is checked again here, where all places are known.
 */
export function freeFolders(named: readonly string[], { home, cwd }: Base, places: Places): readonly string[] {
  const moves = [
    [cwd, places.cwd],
    [home, places.home],
  ].map(([from = '', to = '']) => [absolutePath('/', from), to] as const);
  const real = (folder: string) => {
    const [from, to] = moves.find(([each]) => each !== '/' && isWithin(each, folder)) ?? ['', ''];
    return `${to}${folder.slice(from.length)}`;
  };
  return named.map(real).filter((folder) => whyNeverFree(folder, places) === undefined);
}

/** One path that the person is asked about, and whether it is a new folder. */
type AskedPath = { readonly path: string; readonly isNewFolder: boolean };

/** The rule for the deepest folder that contains all these paths and may be free; undefined if there is none. */
export function folderRuleFor(asked: readonly AskedPath[], places: Places): string | undefined {
  const paths = asked.map(({ path }) => path);
  const holders = asked
    .filter(({ path, isNewFolder }) => !isNewFolder || !paths.some((other) => other !== path && isWithin(path, other)))
    .map(({ path, isNewFolder }) => (isNewFolder ? path : folderOf(path)));
  const [first, ...others] = holders;
  if (first === undefined) return undefined;
  const common = others.reduce(commonFolder, first);
  const folder = [ofProgram(common, places.home), common].find((each) => each !== undefined && whyNeverFree(each, places) === undefined);
  const name = folder !== undefined && isWithin(places.home, folder) ? `~${folder.slice(places.home.length)}` : folder;
  return name !== undefined && plain.test(name) && visible(name) === name ? `folder(${name})` : undefined;
}

/** Names that need no escaping inside quotes. */
const plain = /^[^'"*\\`$!]+$/;

const folderOf = (path: string): string => path.replace(/\/[^/]*$/, '') || '/';

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (!isWithin(folder, other)) folder = folderOf(folder);
  return folder;
}

/** A program's folder in a home folder is freed as a whole: there would be no end to rules for its subfolders. */
function ofProgram(folder: string, home: string): string | undefined {
  const [, own] =
    /^(\/(?:\.local\/(?:share|state)|Library\/[^/]+|\.[^/]+|go)\/[^/]+)/.exec(isWithin(home, folder) ? folder.slice(home.length) : '') ??
    [];
  return own === undefined ? undefined : `${home}${own}`;
}
