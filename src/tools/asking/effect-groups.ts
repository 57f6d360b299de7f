/** Effects as shown to a person: a move is one effect, and so is a folder that moves with its contents. No loss is hidden. Pure. */
import type { FileEffect } from '../../contracts/control.ts';

export type Group<Effect extends FileEffect = FileEffect> =
  | { readonly kind: 'effect'; readonly effect: Effect }
  | { readonly kind: 'move'; readonly from: string; readonly to: string; readonly entries: number; readonly isAsked: boolean };

/**
 * Groups in the order of the effects; a move takes the place of its first effect. Moves of files are joined into moves of folders only if all effects
 * are known.
 */
export function groupsOf<Effect extends FileEffect>(effects: readonly Effect[], isWhole = true): readonly Group<Effect>[] {
  const targets = new Map(effects.flatMap(({ path, moved_from }) => (moved_from === undefined ? [] : [[moved_from, path] as const])));
  const gone = new Set(effects.filter(({ change }) => change === 'deleted').map(({ path }) => path));
  const come = new Set(effects.filter(({ change }) => change === 'created').map(({ path }) => path));
  const moves = isWhole ? foldersMoved(targets, gone, come) : [...targets].map(([from, to]) => ({ from, to }));
  const asked = new Set(effects.filter(({ why }) => why !== undefined).map(({ path }) => path));
  const groups: Group<Effect>[] = [];
  const told = new Set<string>();
  for (const effect of effects) {
    const move = moves.find(({ from, to }) =>
      effect.change === 'deleted' ? isBelow(from, effect.path) : effect.change === 'created' && isBelow(to, effect.path),
    );
    if (!move) groups.push({ kind: 'effect', effect });
    else if (!told.has(move.from)) {
      told.add(move.from);
      const parts = [...gone].filter((path) => isBelow(move.from, path));
      const isAsked = parts.some((path) => asked.has(path)) || [...come].some((path) => isBelow(move.to, path) && asked.has(path));
      groups.push({ kind: 'move', ...move, entries: parts.length, isAsked });
    }
  }
  return groups;
}

type Move = { readonly from: string; readonly to: string };

/** Single moves, joined into moves of folders wherever a whole folder moved to one place and its files kept their names. */
function foldersMoved(targets: ReadonlyMap<string, string>, gone: ReadonlySet<string>, come: ReadonlySet<string>): readonly Move[] {
  const known = new Map<string, boolean>(); // cached, because many files share a folder
  const isWhole = (move: Move): boolean => {
    const found = known.get(JSON.stringify(move)) ?? isWholeMove(move);
    known.set(JSON.stringify(move), found);
    return found;
  };
  const isWholeMove = ({ from, to }: Move): boolean =>
    gone.has(from) &&
    come.has(to) &&
    [...gone].every((path) => path === from || !isBelow(from, path) || leadsTo(path, `${to}${path.slice(from.length)}`)) &&
    [...come].every((path) => path === to || !isBelow(to, path) || gone.has(`${from}${path.slice(to.length)}`));
  const leadsTo = (path: string, to: string): boolean =>
    targets.has(path) ? targets.get(path) === to : come.has(to) && [...gone].some((other) => other !== path && isBelow(path, other));
  const moves = new Map<string, Move>();
  for (const [from, to] of targets) {
    let move: Move = { from, to };
    for (let above = parentOf(move); above && isWhole(above); above = parentOf(above)) move = above;
    moves.set(move.from, move);
  }
  return [...moves.values()];
}

/** The same move one folder further up on both sides; undefined if the names differ or there is no such folder. */
function parentOf({ from, to }: Move): Move | undefined {
  const [, above, name] = /^(.+)\/([^/]+)$/.exec(from) ?? [];
  const [, other, its] = /^(.+)\/([^/]+)$/.exec(to) ?? [];
  return above === undefined || other === undefined || name !== its || above === other ? undefined : { from: above, to: other };
}

/** A folder that is deleted with its contents. */
export type GoneFolder = { readonly kind: 'folder'; readonly path: string; readonly entries: number; readonly isAsked: boolean };

/** Joins deletions below a folder that is itself deleted. A folder is left as it is if there are other changes below it. */
export function foldedFolders(groups: readonly Group[]): readonly (Group | GoneFolder)[] {
  const isGone = (group: Group): boolean => group.kind === 'effect' && group.effect.change === 'deleted';
  const places = (group: Group): readonly string[] => (group.kind === 'move' ? [group.from, group.to] : [group.effect.path]);
  const kept = new Set(
    groups
      .filter((group) => !isGone(group))
      .flatMap(places)
      .flatMap(foldersAbove),
  );
  const gone = new Map(groups.filter(isGone).flatMap((group) => places(group).map((path) => [path, group] as const)));
  const folderOf = (path: string): string | undefined => foldersAbove(path).find((above) => gone.has(above) && !kept.has(above));
  const folders = new Map<string, GoneFolder>();
  for (const [path, group] of gone) {
    const folder = folderOf(path);
    if (folder === undefined) continue;
    const { entries, isAsked } = folders.get(folder) ?? { entries: 0, isAsked: needsYes(gone.get(folder)) };
    folders.set(folder, { kind: 'folder', path: folder, entries: entries + 1, isAsked: isAsked || needsYes(group) });
  }
  const isFolded = (group: Group): boolean =>
    isGone(group) && places(group).some((path) => folders.has(path) || folderOf(path) !== undefined);
  return [...folders.values(), ...groups.filter((group) => !isFolded(group))];
}

const needsYes = (group: Group | undefined): boolean => group?.kind === 'effect' && group.effect.why !== undefined;

/** The folders above a path, outermost first. */
export const foldersAbove = (path: string): readonly string[] =>
  [...path.matchAll(/(?<=[^/])\/(?=[^/])/g)].map(({ index }) => path.slice(0, index));

const isBelow = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
