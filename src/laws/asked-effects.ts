/** Law 1, effect by effect: which ones are free, and why the others need a yes. Pure; docs/harm.md shows the table. */
import type { FileChange } from './effect.ts';
import { isWithin } from './places/posix-path.ts';
import {
  type Surroundings,
  whyKeptInWorkspace,
  whyOfSystem,
  whySensitive,
  whySensitiveBelow,
  whySensitiveInWorkspace,
} from './places/sensitive-places.ts';
import type { Decision } from './rules/rules.ts';

/** What is known about one path that an action changes. */
export type EffectFacts = {
  /** Its real path: no folder in it is a symlink. */
  readonly path: string;
  readonly change: FileChange;
  /** The path that the tool was given, if symlinks lead from there to the real one. */
  readonly given?: { readonly path: string; readonly isLink: boolean; readonly ruled: Decision } | undefined;
  /** What the rules say about writing there. */
  readonly ruled: Decision;
  /** Whether the person refused it in this task. */
  readonly isRefused: boolean;
  /** Whether a folder is left there: a folder alone changes no behaviour. */
  readonly isFolder: boolean;
  /** Whether a symlink is left there: it makes one place another. */
  readonly isLink: boolean;
  /** The existing name that would mean something else once this is created. */
  readonly speaksFor: string | undefined;
  /** Whether it would run with the rights of its owner or group. */
  readonly lendsRights: boolean;
  /** Whether the task created it, and nothing else has changed it since. */
  readonly isOwn: boolean;
  /** Whether its content was checked and is only a program's own notes. */
  readonly isNote: boolean;
  /** Whether nothing but its times changes. */
  readonly onlyTimes?: boolean;
};

/** Where an action works, and the places around it, all without symlinks. */
export type Places = Surroundings & {
  readonly workspace: string;
  readonly cwd: string;
  /** Places in a home that are links, with their targets: a change at the target is a change at the place. */
  readonly linked: readonly { readonly path: string; readonly real: string }[];
};

/** Why an effect needs a yes; undefined for one that is free. */
export function whyAsked(effect: EffectFacts, places: Places): string | undefined {
  if (effect.given?.isLink) return `${effect.given.path} is a symlink to ${effect.path}`;
  const harm = whyHarmful(effect, places);
  if (harm !== undefined) return harm;
  if (rulesOn(effect).some(({ decision }) => decision === 'ask')) return 'a rule says to ask';
  return effect.isRefused ? 'it was refused before' : undefined;
}

/** Whether an effect needs a yes even if a rule allows the command: the file it leaves acts on its own, or lends rights. */
export const isAlwaysAsked = (effect: EffectFacts, places: Places): boolean =>
  effect.change !== 'deleted' && whyHarmful({ ...effect, change: 'created', speaksFor: undefined }, places) !== undefined;

/** What the rules say about an effect, under either of its names. */
export const rulesOn = ({ ruled, given }: EffectFacts): readonly Decision[] => (given ? [ruled, given.ruled] : [ruled]);

function whyHarmful(effect: EffectFacts, places: Places): string | undefined {
  const { path, change, isFolder, isLink, speaksFor, lendsRights, isOwn, isNote, onlyTimes = false } = effect;
  const isInWorkspace = isWithin(places.workspace, path) && path !== places.workspace;
  const isLeft = change !== 'deleted';
  if (onlyTimes && (isInWorkspace || isWithin(places.cwd, path))) return undefined;
  if (lendsRights && isLeft) return 'it would run with the rights of its owner';
  if (isNote) return undefined;
  const sensitive = isFolder || !isLeft ? undefined : whySensitiveAt(path, { isInWorkspace, isLink }, places);
  if (sensitive !== undefined) return sensitive;
  if (speaksFor !== undefined && !isInWorkspace) return `it changes what ${speaksFor} means`;
  if (isOwn || change === 'created') return undefined;
  if (isInWorkspace) return isLeft || isFolder ? undefined : whyKeptInWorkspace(path, places);
  return existed[change];
}

/** Checks the path itself, and every name it has through a link in the home. */
function whySensitiveAt(path: string, at: { isInWorkspace: boolean; isLink: boolean }, places: Places): string | undefined {
  const isFree = at.isInWorkspace && !isWithin(places.workspace, places.home); // a workspace that contains a home does not make it free
  const here = isFree ? whySensitiveInWorkspace(path, places) : whySensitiveOutside(path, at.isLink, places);
  const names = places.linked.filter(({ real }) => isWithin(real, path)).map((link) => `${link.path}${path.slice(link.real.length)}`);
  return here ?? names.map((name) => whySensitiveOutside(name, at.isLink, places)).find((why) => why !== undefined);
}

/** Folders of the person never count as the system, wherever they are. */
function whySensitiveOutside(path: string, isLink: boolean, places: Places): string | undefined {
  const isPersonal = [places.home, places.cwd].some((folder) => folder !== '/' && isWithin(folder, path));
  return (
    whySensitive(path, places) ?? (isLink ? whySensitiveBelow(path, places) : undefined) ?? (isPersonal ? undefined : whyOfSystem(path))
  );
}

const existed = {
  changed: 'it existed, and the task did not create it',
  deleted: 'it existed, and the task did not create it',
  metadata: 'its permissions, its owner, its attributes or its times would change',
} as const;
