/**
 * Effects that people do not read one by one, as one line per kind: git's internal files, modes or times of many paths, and deleted files, each by
 * its name. Pure.
 */
import type { FileEffect } from '../../contracts/control.ts';
import type { GoneFolder, Group } from '../../tools/asking/effect-groups.ts';
import type { FilledFolder } from '../../tools/asking/filled-folders.ts';
import { counted } from '../pages.ts';
import { shellLine } from '../shell-words.ts';

/** One line that summarises many effects of one kind. */
export type Sum = { readonly kind: 'sum'; readonly verb: string; readonly what: string; readonly isAsked: boolean; readonly isGone?: true };

export type Shown = Group | GoneFolder | FilledFolder | Sum;

const minSummed = 4;

export function summedEffects(groups: readonly (Group | GoneFolder | FilledFolder)[]): readonly Shown[] {
  return kinds.reduce<readonly Shown[]>((shown, [isOfKind, sum]) => inPlaceOfMany(shown, isOfKind, sum), groups);
}

/** One line for all effects of a kind, if there are many. */
function inPlaceOfMany(
  groups: readonly Shown[],
  isOfKind: (effect: FileEffect) => boolean,
  sum: (effects: readonly FileEffect[]) => Sum,
): readonly Shown[] {
  const of = (group: Shown): readonly FileEffect[] => (group.kind === 'effect' && isOfKind(group.effect) ? [group.effect] : []);
  const effects = groups.flatMap(of);
  return effects.length < minSummed ? groups : [...groups.filter((group) => of(group).length === 0), sum(effects)];
}

/** Matches what git writes with every commit. Hooks, settings and anything that needs an approval of its own are always named. */
export const isGitsOwn = ({ path, why }: FileEffect): boolean =>
  why === undefined && /(?:^|\/)\.git\/(?:objects|refs|logs|index$|HEAD$|ORIG_HEAD$|COMMIT_EDITMSG$|packed-refs$)/.test(path);

function gitSum(effects: readonly FileEffect[]): Sum {
  const folder = effects[0]?.path.replace(/(?<=(?:^|\/)\.git)\/.*$/, '') ?? '.git';
  const isCommit =
    effects.some(({ path, change }) => change === 'created' && /\.git\/objects\//.test(path)) &&
    effects.some(({ path }) => path.endsWith('.git/COMMIT_EDITMSG'));
  return {
    kind: 'sum',
    verb: isCommit ? 'makes a commit' : 'changes',
    what: `${isCommit ? 'in ' : ''}${folder} (${counted(effects.length, 'file')})`,
    isAsked: false,
  };
}

const isMetadata = ({ change }: FileEffect): boolean => change === 'metadata';

const metadataSum = (effects: readonly FileEffect[]): Sum => ({
  kind: 'sum',
  verb: 'changes permissions or timestamps of',
  what: counted(effects.length, 'path'),
  isAsked: effects.some(({ why }) => why !== undefined),
});

const isDeleted = ({ change }: FileEffect): boolean => change === 'deleted';

/** All files are named: nothing that would be lost is left out. */
const deletedSum = (effects: readonly FileEffect[]): Sum => ({
  kind: 'sum',
  verb: 'deletes',
  what: `${counted(effects.length, 'file')}: ${effects.map(({ path }) => shellLine([path])).join(', ')}`,
  isAsked: effects.some(({ why }) => why !== undefined),
  isGone: true,
});

const kinds = [
  [isGitsOwn, gitSum],
  [isMetadata, metadataSum],
  [isDeleted, deletedSum],
] as const;
