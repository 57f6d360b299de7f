/** Many creations in one folder as one entry of a list, instead of filling it. Pure. */
import type { FileEffect } from '../../contracts/control.ts';
import { foldersAbove, type GoneFolder, type Group } from './effect-groups.ts';

/** What is created in a folder. `isNew`: the folder is created too; `entries` does not count it. */
export type FilledFolder = {
  readonly kind: 'filled';
  readonly path: string;
  readonly isNew: boolean;
  readonly entries: number;
  readonly isAsked: boolean;
};

/** How many creations in one folder are listed one by one. */
const maxListed = 10;

/**
 * A new folder is joined with all that is created below it, another one with what is created directly in it; the line takes the place of the first
 * effect. Creations that need a yes for different reasons are never joined, so that none of the reasons is hidden. In `cwd` everything is listed.
 */
export function filledFolders(groups: readonly (Group | GoneFolder)[], cwd = ''): readonly (Group | GoneFolder | FilledFolder)[] {
  const created = groups.flatMap(creationIn);
  const own = new Set(created.map(({ path }) => path));
  const holding = new Set(created.flatMap(({ path }) => foldersAbove(path)));
  const folderOf = ({ path }: FileEffect): string | undefined => {
    const folder = foldersAbove(path).find((above) => own.has(above)) ?? (holding.has(path) ? path : parentOf(path));
    const isOfGit = folder !== undefined && !own.has(folder) && /(?:^|\/)\.git\//.test(path); // what git writes into a repository has a line of its own
    return folder === cwd || isOfGit ? undefined : folder;
  };
  const keyOf = (effect: FileEffect): string => JSON.stringify([folderOf(effect) ?? null, effect.why ?? null]);
  const alike = Map.groupBy(created, keyOf);
  const told = new Set<string>();
  return groups.flatMap((group): readonly (Group | GoneFolder | FilledFolder)[] => {
    const [effect] = creationIn(group);
    const path = effect && folderOf(effect);
    if (!effect || path === undefined) return [group];
    const key = keyOf(effect);
    const entries = (alike.get(key) ?? []).filter((each) => each.path !== path).length;
    if (entries <= maxListed) return [group];
    if (told.has(key)) return [];
    told.add(key);
    return [{ kind: 'filled', path, isNew: own.has(path), entries, isAsked: effect.why !== undefined }];
  });
}

/** Undefined for a name alone, and below the root. */
const parentOf = (path: string): string | undefined => foldersAbove(path).at(-1);

const creationIn = (group: Group | GoneFolder): readonly FileEffect[] =>
  group.kind === 'effect' && group.effect.change === 'created' ? [group.effect] : [];
