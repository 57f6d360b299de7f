/** Law 1, effect by effect: which ones are free, and why the others need a yes. Pure; the table is that of docs/harm.md. */
import type { FileChange } from './effect.ts';
import { isWithin } from './places/posix-path.ts';
import { type Surroundings, whyOfSystem, whySensitive, whySensitiveBelow, whySensitiveInWorkspace } from './places/sensitive-places.ts';
import type { Decision } from './rules/rules.ts';

/** What was found out about one path that an action changes. New times alone are no effect. */
export type EffectFacts = {
  /** Where it really is: no folder of it is a symlink. */
  readonly path: string;
  readonly change: FileChange;
  /** The path that the tool was given, where symlinks lead from it to the real one. */
  readonly given?: { readonly path: string; readonly isLink: boolean; readonly ruled: Decision } | undefined;
  /** What the rules say about writing there. */
  readonly ruled: Decision;
  /** Whether the person refused it in this task. */
  readonly isRefused: boolean;
  /** Whether a folder is left there: by itself it changes no behaviour. */
  readonly isFolder: boolean;
  /** Whether a symlink is left there: it makes one place another. */
  readonly isLink: boolean;
  /** What else gets another meaning by what is created, though it stays as it is. */
  readonly speaksFor: string | undefined;
  /** Whether it would run with the rights of its owner or group. */
  readonly lendsRights: boolean;
  /** Whether the task created what was there, and it has not been changed since. */
  readonly isOwn: boolean;
  /** Whether its content was looked at and found to be no more than a program's own notes. */
  readonly isNote: boolean;
};

/** Where an action works, and the places around it, all without symlinks. */
export type Places = Surroundings & {
  readonly workspace: string;
  readonly cwd: string;
  /** Places of a home that are links, and where they lead: what is done there is done here. */
  readonly linked: readonly { readonly path: string; readonly real: string }[];
};

/** Why an effect needs a yes; nothing for what is free. */
export function whyAsked(effect: EffectFacts, places: Places): string | undefined {
  if (effect.given?.isLink) return `${effect.given.path} is a symlink to ${effect.path}`;
  const harm = whyHarmful(effect, places);
  if (harm !== undefined) return harm;
  if (rulesOn(effect).some(({ decision }) => decision === 'ask')) return 'a rule says to ask';
  return effect.isRefused ? 'it was refused before' : undefined;
}

/** Whether an effect of a command needs a yes even if a rule allows the command: what is left there acts by itself, or lends rights. */
export const isAlwaysAsked = (effect: EffectFacts, places: Places): boolean =>
  effect.change !== 'deleted' && whyHarmful({ ...effect, change: 'created', speaksFor: undefined }, places) !== undefined;

/** What the rules say about an effect, by either of its names. */
export const rulesOn = ({ ruled, given }: EffectFacts): readonly Decision[] => (given ? [ruled, given.ruled] : [ruled]);

function whyHarmful(effect: EffectFacts, places: Places): string | undefined {
  const { path, change, isFolder, isLink, speaksFor, lendsRights, isOwn, isNote } = effect;
  const isInWorkspace = isWithin(places.workspace, path) && path !== places.workspace;
  const isLeft = change !== 'deleted';
  if (lendsRights && isLeft) return 'whoever runs it gets the rights of its owner';
  if (isNote) return undefined;
  const sensitive = isFolder || !isLeft ? undefined : whySensitiveAt(path, { isInWorkspace, isLink }, places);
  if (sensitive !== undefined) return sensitive;
  if (speaksFor !== undefined && !isInWorkspace) return `it changes what ${speaksFor} means`;
  if (isInWorkspace || isOwn || change === 'created') return undefined;
  return existed[change];
}

/** By the path itself, and by every name that it has through a link of the home. */
function whySensitiveAt(path: string, at: { isInWorkspace: boolean; isLink: boolean }, places: Places): string | undefined {
  const isFree = at.isInWorkspace && !isWithin(places.workspace, places.home); // a workspace around a home keeps what is sensitive in it
  const here = isFree ? whySensitiveInWorkspace(path, places) : whySensitiveOutside(path, at.isLink, places);
  const names = places.linked.filter(({ real }) => isWithin(real, path)).map((link) => `${link.path}${path.slice(link.real.length)}`);
  return here ?? names.map((name) => whySensitiveOutside(name, at.isLink, places)).find((why) => why !== undefined);
}

/** What belongs to the person is no part of the system, wherever it lies. */
function whySensitiveOutside(path: string, isLink: boolean, places: Places): string | undefined {
  const isPersonal = [places.home, places.cwd].some((folder) => folder !== '/' && isWithin(folder, path));
  return (
    whySensitive(path, places) ?? (isLink ? whySensitiveBelow(path, places) : undefined) ?? (isPersonal ? undefined : whyOfSystem(path))
  );
}

const existed = {
  changed: 'it existed, and the task did not create it',
  deleted: 'it existed, and the task did not create it',
  metadata: 'its permissions or its owner would be others',
} as const;
