/** Law 1 by outcome: which effects of a call are free, and why the others need a yes. Pure; the table is that of docs/harm.md. */
import { isWithin } from './places/posix-path.ts';
import { type Surroundings, whyOfSystem, whySensitive, whySensitiveBelow, whySensitiveInWorkspace } from './places/sensitive-places.ts';

/** What becomes of one path. `touched`: nothing but its times changed. */
export type Outcome = {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted' | 'metadata' | 'touched';
  /** Whether a folder is left there: by itself it changes no behaviour. */
  readonly isFolder: boolean;
  /** Whether a symlink is left there: it makes one place another. */
  readonly isLink: boolean;
  /** What else gets another meaning by what is created, though it stays as it is. */
  readonly speaksFor: string | undefined;
  /** Whether it would run with the rights of its owner or group. */
  readonly lendsRights: boolean;
  /** Whether the task created what was there, and nobody changed it since. */
  readonly isOwn: boolean;
  /** Whether its content was looked at and found to be no more than a program's own notes. */
  readonly isNote: boolean;
};

export type Judging = Surroundings & {
  readonly workspace: string;
  readonly cwd: string;
  /** Places of a home that are links, and where they lead: what is done there is done here. */
  readonly linked: readonly { readonly path: string; readonly real: string }[];
};

/** Why an outcome needs a yes; nothing for what is free. */
export function whyAsked(outcome: Outcome, judging: Judging): string | undefined {
  const { path, change, isFolder, isLink, speaksFor, lendsRights, isOwn, isNote } = outcome;
  const isInWorkspace = isWithin(judging.workspace, path) && path !== judging.workspace;
  const isLeft = change !== 'deleted';
  const holdsHome = isWithin(judging.workspace, judging.home); // then what is sensitive in a home stays so
  if (lendsRights && isLeft) return 'whoever runs it gets the rights of its owner';
  if (change === 'touched' || isNote) return undefined;
  const sensitive = isFolder
    ? undefined
    : namesOf(path, judging)
        .map((name) => whyAt(name, isInWorkspace && name === path && !holdsHome, isLink, judging))
        .find((why) => why);
  if (sensitive !== undefined && isLeft) return sensitive;
  if (speaksFor !== undefined && !isInWorkspace) return `it changes what ${speaksFor} means`;
  if (isInWorkspace || isOwn || change === 'created') return undefined;
  return existed[change];
}

/** The path itself, and every name that it has through a link of the home. */
const namesOf = (path: string, { linked }: Judging): readonly string[] => [
  path,
  ...linked.filter(({ real }) => isWithin(real, path)).map((link) => `${link.path}${path.slice(link.real.length)}`),
];

const whyAt = (path: string, isInWorkspace: boolean, isLink: boolean, judging: Judging): string | undefined =>
  isInWorkspace ? whySensitiveInWorkspace(path, judging) : whyHere(path, isLink, judging);

/** What belongs to the person is no part of the system, wherever it lies. */
function whyHere(path: string, isLink: boolean, judging: Judging): string | undefined {
  const isPersonal = [judging.home, judging.cwd].some((folder) => folder !== '/' && isWithin(folder, path));
  return (
    whySensitive(path, judging) ?? (isLink ? whySensitiveBelow(path, judging) : undefined) ?? (isPersonal ? undefined : whyOfSystem(path))
  );
}

const existed = {
  changed: 'it existed, and the task did not create it',
  deleted: 'it existed, and the task did not create it',
  metadata: 'its permissions or its owner would be others',
} as const;
