/** Law 1, effect by effect: which effects are free, and why the others need approval. Pure; docs/harm.md shows the table. */
import type { FileChange } from './effect.ts';
import { whyNoProject } from './places/free-places.ts';
import { isWithin } from './places/posix-path.ts';
import {
  type Surroundings,
  whyKeptInWorkspace,
  whyOfSystem,
  whySensitive,
  whySensitiveBelow,
  whySensitiveInWorkspace,
} from './places/sensitive-places.ts';
import { type Decision, ruleAsks } from './rules/rules.ts';

/** What is known about one path that an action changes. */
export type EffectFacts = {
  /** Its real path: no folder in it is a symlink. */
  readonly path: string;
  readonly change: FileChange;
  /** The path that the tool was given, if it leads to the real path through symlinks. */
  readonly given?: { readonly path: string; readonly isLink: boolean; readonly ruled: Decision } | undefined;
  /** The decision of the rules about writing to this path. */
  readonly ruled: Decision;
  /** Whether the person has refused this change before, in the same task. */
  readonly isRefused: boolean;
  /** Whether the change creates a folder here: a folder alone changes no behaviour. */
  readonly isFolder: boolean;
  /** Whether the change creates a symlink here: a symlink redirects one path to another. */
  readonly isLink: boolean;
  /** The existing name that would mean something else once this path is created. */
  readonly speaksFor: string | undefined;
  /** Why this file takes effect later without being called, if its name alone does not show that. */
  readonly actsLater?: string | undefined;
  /** Whether the file would run with the rights of its owner or group. */
  readonly lendsRights: boolean;
  /** Whether the task created the file and nothing else has changed it. */
  readonly isOwn: boolean;
  /** Whether the content was checked and is only bookkeeping of a program. */
  readonly isNote: boolean;
  /** Whether the file belongs to a Python environment that is entirely new: only the environment's own Python runs it. */
  readonly isOfNewPython: boolean;
  /** Whether only its times change. */
  readonly onlyTimes?: boolean;
};

/** Where an action runs, and the places around it, all without symlinks. */
export type Places = Surroundings & {
  readonly workspace: string;
  readonly cwd: string;
  /** Symlinks in a home folder or a project, with their targets: a change at the target is also a change at the link. */
  readonly linked: readonly { readonly path: string; readonly real: string }[];
  /** Folders in which a rule lets commands change anything. */
  readonly freed: readonly string[];
};

/** Why an effect needs approval; undefined if it is free. */
export function whyAsked(effect: EffectFacts, places: Places): string | undefined {
  const harm = whyHarmful(effect, places);
  if (effect.given?.isLink) {
    const isPlain = harm === undefined || areEvident.has(harm);
    return `${effect.given.path} is a symlink to ${effect.path}${isPlain ? '' : `, and there: ${harm}`}`;
  }
  if (harm !== undefined) return harm;
  const asking = rulesOn(effect).find(({ decision }) => decision === 'ask');
  if (asking) return ruleAsks(asking);
  return effect.isRefused ? 'it was refused before' : undefined;
}

/** Whether an effect needs approval even if a rule allows the command: the file takes effect without being called, or grants rights. */
export const isAlwaysAsked = (effect: EffectFacts, places: Places): boolean => whyActing(effect, places) !== undefined;

/**
 * How much the reason for asking adds to the change itself: nothing (`plain`: it was there before), a reason of its own (`told`), or that the file takes
 * effect without being called (`acts`).
 */
export function gravityOf(effect: EffectFacts, places: Places): 'plain' | 'told' | 'acts' {
  const why = whyAsked(effect, places);
  if (why === undefined || areEvident.has(why)) return 'plain';
  return isAlwaysAsked(effect, places) ? 'acts' : 'told';
}

/** Whether an effect is inside the project or the workspace. */
export const isNear = ({ path }: EffectFacts, places: Places): boolean =>
  isWithin(places.workspace, path) || (isWithin(places.cwd, path) && whyNotFreeInCwd(path, places) === undefined);

/** The decisions of the rules about an effect, under both of its paths. */
export const rulesOn = ({ ruled, given }: EffectFacts): readonly Decision[] => (given ? [ruled, given.ruled] : [ruled]);

function whyHarmful(effect: EffectFacts, places: Places): string | undefined {
  const { path, change, speaksFor, isOwn, isNote, onlyTimes = false } = effect;
  if (onlyTimes && isNear(effect, places)) return undefined;
  const acting = whyActing(effect, places);
  if (acting !== undefined) return acting;
  if (isNote) return undefined;
  const isInWorkspace = isBelow(places.workspace, path);
  const isFree = isInWorkspace || places.freed.some((folder) => isBelow(folder, path));
  if (speaksFor !== undefined && !isFree) return `it changes what ${speaksFor} means`;
  if (isOwn) return undefined;
  if (isFree) return whyKept(effect, isInWorkspace, places);
  return change === 'created' ? whyNotCreated(effect, places) : existed[change];
}

const isBelow = (folder: string, path: string): boolean => path !== folder && isWithin(folder, path);

/** Why the file that results from an effect takes effect without being called. */
function whyActing(effect: EffectFacts, places: Places): string | undefined {
  const { path, change, isFolder, isLink, lendsRights, isNote, isOfNewPython, actsLater } = effect;
  if (change === 'deleted') return undefined;
  if (lendsRights) return 'it would run with the rights of its owner';
  if (isLink && isWithin(path, places.workspace)) return 'it decides where the workspace is';
  if (isLink && isWithin(path, places.cwd)) return 'it decides where the current folder is';
  if (isNote) return undefined;
  if (actsLater !== undefined) return actsLater;
  return isFolder || isOfNewPython ? undefined : whySensitiveAt(path, { isInWorkspace: isBelow(places.workspace, path), isLink }, places);
}

/** Why something in a free folder may not be removed without approval. */
function whyKept({ path, change, isFolder }: EffectFacts, isInWorkspace: boolean, places: Places): string | undefined {
  if (change !== 'deleted' || isFolder) return undefined;
  return isInWorkspace ? whyKeptInWorkspace(path, places) : whySensitive(path, places);
}

/** Creating is free inside the project and the workspace, and so is creating the folders that lead to a free folder. */
function whyNotCreated(effect: EffectFacts, places: Places): string | undefined {
  const { path, isFolder } = effect;
  if (isFolder && [places.workspace, ...places.freed].some((folder) => isWithin(path, folder))) return undefined;
  if (isFolder && cacheFolders.some((folder) => path === `${places.home}/${folder}`)) return undefined;
  return isWithin(places.cwd, path) ? whyNotFreeInCwd(path, places) : 'it is outside the current folder and the workspace';
}

/** Checks every name that the current folder has through a link. A home folder inside the current folder is not part of a project. */
function whyNotFreeInCwd(path: string, places: Places): string | undefined {
  const { cwd, home } = places;
  if (cwd !== home && isWithin(cwd, home) && isWithin(home, path)) return 'it is in the home folder, which is not part of a project';
  const why = [cwd, ...namesOf(cwd, places)].map((name) => whyNoProject(name, home)).find((reason) => reason !== undefined);
  return why === undefined ? undefined : `you are asked about everything in ${cwd}: ${why}`;
}

/** The names that a path has through links. */
const namesOf = (path: string, { linked }: Places): readonly string[] =>
  linked.filter(({ real }) => isWithin(real, path)).map((link) => `${link.path}${path.slice(link.real.length)}`);

/** Checks the path itself and every name that it has through a link. */
function whySensitiveAt(path: string, at: { isInWorkspace: boolean; isLink: boolean }, places: Places): string | undefined {
  const isFree = at.isInWorkspace && !isWithin(places.workspace, places.home); // a home folder inside the workspace is still not free
  const here = isFree ? whySensitiveInWorkspace(path, places) : whySensitiveOutside(path, at.isLink, places);
  return (
    here ??
    namesOf(path, places)
      .map((name) => whySensitiveOutside(name, at.isLink, places))
      .find((why) => why !== undefined)
  );
}

/** A home never counts as part of the system, wherever it is; the current folder can. */
function whySensitiveOutside(path: string, isLink: boolean, places: Places): string | undefined {
  const isPersonal = isWithin(places.home, path) && whyOfSystem(places.home) === undefined && places.home !== '/';
  return (
    whySensitive(path, places) ?? (isLink ? whySensitiveBelow(path, places) : undefined) ?? (isPersonal ? undefined : whyOfSystem(path))
  );
}

/**
 * Programs create these when they start in a new home; npm creates one even for `npm test`. Empty, they have no effect; putting anything into them
 * needs approval.
 */
const cacheFolders = ['.npm', '.cache'];

const existed = {
  changed: 'it was there before this task',
  deleted: 'it was there before this task',
  metadata: 'its permissions, owner, attributes or times would change',
} as const;

/** Reasons that the change itself shows. */
const areEvident: ReadonlySet<string> = new Set(Object.values(existed));
