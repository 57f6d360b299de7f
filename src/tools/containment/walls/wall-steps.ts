/** The steps that build a view: visible places are put into an empty root, and everything else along their paths is closed. Pure. */
import { isWithin } from '../../../laws/places/posix-path.ts';

/** A visible place of the machine. */
export type Shown = {
  readonly path: string;
  /** The folder that has a view of its own and contains the place; if absent, the place is seen directly. */
  readonly lower?: string;
  readonly isWritable: boolean;
};

export type Closed = { readonly path: string; readonly isFolder: boolean };
export type Link = { readonly path: string; readonly target: string };

/** An entry in a listing; anything but a folder or a link counts as a file. */
export type Listed =
  | { readonly name: string; readonly kind: 'folder' | 'file' }
  | { readonly name: string; readonly kind: 'link'; readonly target: string };

/** All paths are real: no part of them is a symlink. */
export type Sight = {
  readonly shown: readonly Shown[];
  /** Empty folders of the command's own, which are removed afterwards. */
  readonly own: readonly string[];
  /** Links that lead to visible places, including those in folders that are not listed. */
  readonly links: readonly Link[];
  /** Parts of the visible places that must not be seen. */
  readonly closed: readonly Closed[];
  readonly entriesIn: (folder: string) => readonly Listed[];
};

export type Step =
  /** A folder that leads to a visible place; a folder with too many entries cannot be listed. */
  | { readonly step: 'way'; readonly path: string; readonly isListed: boolean }
  | { readonly step: 'own'; readonly path: string }
  | ({ readonly step: 'show' } & Shown)
  | ({ readonly step: 'link' } & Link)
  /** An entry beside the path, of which only the name is visible. */
  | ({ readonly step: 'name' } & Closed)
  /** A closed place inside a visible place. */
  | ({ readonly step: 'close' } & Closed);

/** What every view contains, in addition to the command's own folders. */
const ofKernel = ['/dev', '/proc'] as const;

/**
 * Folders along the paths that have more entries than this, alone or together, cannot be listed, so that nothing can be concluded from missing
 * entries.
 */
export const maxNames = 256;
const maxInAll = { names: 1_024, characters: 200_000 } as const;

export function wallSteps({ shown: wishes, own, links, closed, entriesIn }: Sight): readonly Step[] {
  const shown = wishes.filter(({ path }) => !closed.some((place) => place.path !== path && isWithin(place.path, path)));
  const filled = [...ofKernel, ...own, ...shown.map(({ path }) => path)];
  const isFilled = (path: string) => filled.some((place) => isWithin(place, path));
  const wanted = [...filled, ...links.map(({ path }) => path)];
  const ways = outerFirst([...new Set(wanted.flatMap(foldersAbove))].filter((path) => !isFilled(path)));
  const isExpected = new Set([...filled, ...ways]);
  const places: readonly Step[] = [
    ...own.map((path) => ({ step: 'own', path }) as const),
    ...shown.map((place) => ({ step: 'show', ...place }) as const),
  ];
  const innermost = (path: string) => filled.filter((place) => isWithin(place, path)).reduce((a, b) => (b.length > a.length ? b : a), '');
  const isShown = new Set(shown.map(({ path }) => path));
  const inOwn = foldersIn(own, wanted, innermost);
  const hidden = closed.filter(({ path }) => isShown.has(innermost(path)));
  const onWays = namesOn(ways, entriesIn, isExpected);
  const isThere = new Set(onWays.map(({ path }) => path));
  const missing = links.filter(({ path }, at) => {
    const around = innermost(path);
    return (around === '' || own.includes(around)) && !isThere.has(path) && links.findIndex((link) => link.path === path) === at;
  });
  return [
    ...onWays,
    ...[...inOwn, ...places].toSorted((a, b) => depthOf(a.path) - depthOf(b.path)),
    ...missing.map((link) => ({ step: 'link', ...link }) as const),
    ...outermost(hidden).map((place) => ({ step: 'close', ...place }) as const),
  ];
}

/** The folders along the paths, and the names of the other entries in them. */
function namesOn(ways: readonly string[], entriesIn: Sight['entriesIn'], isExpected: ReadonlySet<string>): readonly Step[] {
  const left: Record<keyof typeof maxInAll, number> = { ...maxInAll };
  return ways.flatMap((way): readonly Step[] => {
    const entries = entriesIn(way);
    const others = entries.filter(({ name }) => !isExpected.has(below(way, name)));
    const names = others.map((entry): Step => {
      const path = below(way, entry.name);
      return entry.kind === 'link'
        ? { step: 'link', path, target: entry.target }
        : { step: 'name', path, isFolder: entry.kind === 'folder' };
    });
    const characters = names.reduce((sum, { path }) => sum + path.length, 0);
    const isListed = entries.length <= maxNames && names.length <= left.names && characters <= left.characters;
    if (!isListed) return [{ step: 'way', path: way, isListed }];
    left.names -= names.length;
    left.characters -= characters;
    return [{ step: 'way', path: way, isListed }, ...names];
  });
}

/** The folders inside the command's own folders that lead to visible places. */
function foldersIn(own: readonly string[], wanted: readonly string[], innermost: (path: string) => string): readonly Step[] {
  const above = [...new Set(wanted.flatMap(foldersAbove))].filter((path) => own.includes(innermost(path)) && !own.includes(path));
  return above.map((path) => ({ step: 'way', path, isListed: true }));
}

/** Every folder above the path, starting at the root. */
export const foldersAbove = (path: string): readonly string[] => {
  const names = path.split('/').slice(1, -1);
  return ['/', ...names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`)];
};

const below = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);
const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1);
const outerFirst = (paths: readonly string[]): readonly string[] => paths.toSorted((a, b) => depthOf(a) - depthOf(b));

const outermost = (places: readonly Closed[]): readonly Closed[] =>
  places.filter(({ path }, at) => !places.some((other, otherAt) => (other.path === path ? otherAt < at : isWithin(other.path, path))));
