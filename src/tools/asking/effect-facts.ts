/** Gathers from disk what is known about the changes of a call before they are made: the facts on which Law 1 bases its decision. */
import { lstat } from 'node:fs/promises';
import type { FileEffect } from '../../contracts/control.ts';
import type { EffectFacts } from '../../laws/asked-effects.ts';
import type { FileChange } from '../../laws/effect.ts';
import type { OutcomeFacts } from '../../laws/law1-harm.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import type { Change } from '../changes/change.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { hasSameAttributes } from '../changes/disk/attributes.ts';
import { attributesIn } from '../changes/disk/entry-at.ts';
import { hasSameContent } from '../changes/transaction/ordered-change.ts';
import { movedFrom } from '../steady-folders.ts';
import { effectKeyOf, type ToolContext } from '../tool.ts';
import { afterCurrent, whyFoundFirst } from './found-first.ts';
import { gatherGitFacts } from './git/git-facts.ts';
import type { Permissions } from './permissions.ts';
import { inNewPython } from './python-environments.ts';
import { realPlaces } from './real-places.ts';

/** The facts about an effect, and the change itself. */
export type KnownEffect = EffectFacts & { readonly made: Change };

/** The sources of the facts. */
export type FactSources = {
  readonly changes: Pick<ChangeStore, 'isOwn'>;
  readonly permissions: Permissions;
  readonly places: Surroundings;
};

/** The path given to a tool, the real path of the file, and whether the given path is itself a symlink. */
export type GivenPath = { readonly path: string; readonly real: string; readonly isLink: boolean };

/** What causes the changes of an action: the line that ran, or a tool that was given this path. */
export type Origin = { readonly line: string } | { readonly given: GivenPath };

/** Returns the effects in the order of the changes. */
export async function gatherFacts(
  changes: readonly Change[],
  context: ToolContext,
  sources: FactSources,
  origin: Origin,
): Promise<Pick<OutcomeFacts<KnownEffect>, 'effects' | 'places' | 'approved'>> {
  const effects: KnownEffect[] = [];
  const { line, given } = { line: undefined, given: undefined, ...origin };
  const acting = { cwd: context.cwd, workspace: context.workspace, changed: changes.map(({ path }) => path) };
  const places = await realPlaces(sources.places, acting);
  if (context.realCwd !== undefined && places.cwd !== context.realCwd)
    throw new Error(`not done: ${movedFrom(context.cwd, context.realCwd, places.cwd)}`);
  const isOfNewPython = inNewPython(changes);
  const searched = { all: places.pathFolders, afterCurrent: afterCurrent(sources.places.pathFolders) };
  const own = await ownAmong(changes, context, sources);
  const { cwd, signal } = context;
  const git = await gatherGitFacts(changes, { line, home: sources.places.home, cwd, isOwn: (change) => own.has(change), signal });
  for (const made of changes) {
    const { path, before, after } = made;
    const kind = kindOf(made);
    const onlyTimes = kind === 'touched';
    const change = onlyTimes ? 'metadata' : kind;
    const inGit = git.get(made);
    effects.push({
      path,
      change,
      made,
      ...factsByName({ path, change }, context, sources, given),
      speaksFor: change === 'created' ? (inGit?.speaksFor ?? (await databaseOf(path))) : undefined,
      isLink: after?.kind === 'link',
      isFolder: (after ?? before)?.kind === 'folder',
      lendsRights: after?.kind === 'file' && (after.mode & 0o6000) !== 0,
      isOwn: own.has(made),
      onlyTimes,
      isNote: inGit?.isNote === true,
      isOfNewPython: isOfNewPython(path),
      actsLater: inGit?.actsLater ?? whyFoundFirst(made, searched),
    });
  }
  return { effects, places, approved: context.approved };
}

async function ownAmong(changes: readonly Change[], { call }: ToolContext, sources: FactSources): Promise<ReadonlySet<Change>> {
  const own = new Set<Change>();
  for (const change of changes) {
    if (change.before !== null && (await sources.changes.isOwn(call.task_id, change.path, change.before))) own.add(change);
  }
  return own;
}

/** An effect as people and models see it. */
export const asFileEffect = ({ path, change, made: { after } }: KnownEffect): FileEffect => ({
  path,
  change,
  ...(after?.kind === 'file' && after.hash !== '' ? { hash: after.hash } : {}),
});

/** Rules and refusals that match the real path or the path given to the tool. */
function factsByName(
  { path, change }: FileEffect,
  { refused, call }: ToolContext,
  { permissions }: FactSources,
  given: GivenPath | undefined,
) {
  const ruled = (name: string) => permissions.decide({ tool: 'write', path: name }, call.task_id);
  const isRefused = (name: string) => refused.includes(effectKeyOf({ change, path: name }));
  if (given === undefined || given.real !== path || given.path === path) return { ruled: ruled(path), isRefused: isRefused(path) };
  return {
    ruled: ruled(path),
    given: { path: given.path, isLink: given.isLink, ruled: ruled(given.path) },
    isRefused: isRefused(path) || isRefused(given.path),
  };
}

/** `touched`: only the times changed. */
export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): FileChange | 'touched' {
  if (before === null) return 'created';
  if (after === null) return 'deleted';
  if (!hasSameContent(before, after)) return 'changed';
  const modes = 'mode' in before && 'mode' in after ? before.mode === after.mode : true;
  const attributes = hasSameAttributes(attributesIn(before), attributesIn(after));
  return modes && attributes && before.uid === after.uid && before.gid === after.gid ? 'touched' : 'metadata';
}

/** The database whose content this journal file changes when it is created. */
async function databaseOf(path: string): Promise<string | undefined> {
  const database = /^(.+)-(?:wal|shm|journal)$/s.exec(path)?.[1];
  return database === undefined ? undefined : (await lstat(database).catch(() => undefined)) && database;
}
