/** What is known about the changes of a call before they are made, gathered from disk: the facts that Law 1 decides by. */
import { constants, lstat, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEffect } from '../../contracts/control.ts';
import type { EffectFacts } from '../../laws/asked-effects.ts';
import type { FileChange } from '../../laws/effect.ts';
import type { OutcomeFacts } from '../../laws/law1.ts';
import { isPlainGitConfig } from '../../laws/places/git-config.ts';
import type { Surroundings } from '../../laws/places/sensitive-places.ts';
import type { Change } from '../changes/change.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { hasSameAttributes } from '../changes/disk/attributes.ts';
import { attributesIn } from '../changes/disk/entry-at.ts';
import { hasSameContent } from '../changes/transaction/ordered-change.ts';
import { effectKeyOf, type ToolContext } from '../tool.ts';
import type { Permissions } from './permissions.ts';
import { realPlaces } from './real-places.ts';

/** What is known about an effect, and its change. */
export type KnownEffect = EffectFacts & { readonly made: Change };

/** Where facts are gathered from. */
export type FactSources = {
  readonly changes: Pick<ChangeStore, 'isOwn'>;
  readonly permissions: Permissions;
  readonly places: Surroundings;
};

/** The path that a tool was given, where the file really is, and whether that path itself is a symlink. */
export type GivenPath = { readonly path: string; readonly real: string; readonly isLink: boolean };

/** Effects are in the order of the changes. */
export async function gatherFacts(
  changes: readonly Change[],
  context: ToolContext,
  sources: FactSources,
  given?: GivenPath,
): Promise<Pick<OutcomeFacts<KnownEffect>, 'effects' | 'places' | 'approved'>> {
  const effects: KnownEffect[] = [];
  const newFolders = new Set(changes.flatMap(({ path, before, after }) => (before === null && after?.kind === 'folder' ? [path] : [])));
  for (const made of changes) {
    const { path, before, after } = made;
    const kind = kindOf(made);
    const onlyTimes = kind === 'touched';
    const change = onlyTimes ? 'metadata' : kind;
    const isOwn = before !== null && (await sources.changes.isOwn(context.call.task_id, path, before));
    effects.push({
      path,
      change,
      made,
      ...factsByName({ path, change }, context, sources, given),
      speaksFor: change === 'created' ? await whatItSpeaksFor(path) : undefined,
      isLink: after?.kind === 'link',
      isFolder: (after ?? before)?.kind === 'folder',
      lendsRights: after?.kind === 'file' && (after.mode & 0o6000) !== 0,
      isOwn,
      onlyTimes,
      isNote: (await isNote(made, isOwn)) || isOfNewPython(path, newFolders),
    });
  }
  return { effects, places: await realPlaces(sources.places, context.cwd, context.workspace), approved: context.approved };
}

/** An effect as people and models see it. */
export const asFileEffect = ({ path, change, made: { after } }: KnownEffect): FileEffect => ({
  path,
  change,
  ...(after?.kind === 'file' && after.hash !== '' ? { hash: after.hash } : {}),
});

/** What rules and refusals say, by the real path and by the one that the tool was given. */
function factsByName({ path, change }: FileEffect, { refused }: ToolContext, { permissions }: FactSources, given: GivenPath | undefined) {
  const ruled = (name: string) => permissions.decide({ tool: 'write', path: name });
  const isRefused = (name: string) => refused.includes(effectKeyOf({ change, path: name }));
  if (given === undefined || given.real !== path || given.path === path) return { ruled: ruled(path), isRefused: isRefused(path) };
  return {
    ruled: ruled(path),
    given: { path: given.path, isLink: given.isLink, ruled: ruled(given.path) },
    isRefused: isRefused(path) || isRefused(given.path),
  };
}

/** `touched`: nothing but its times changed. */
export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): FileChange | 'touched' {
  if (before === null) return 'created';
  if (after === null) return 'deleted';
  if (!hasSameContent(before, after)) return 'changed';
  const modes = 'mode' in before && 'mode' in after ? before.mode === after.mode : true;
  const attributes = hasSameAttributes(attributesIn(before), attributesIn(after));
  return modes && attributes && before.uid === after.uid && before.gid === after.gid ? 'touched' : 'metadata';
}

/** What a new file changes the meaning of: a journal that of its database, a loose branch that of the packed one. */
async function whatItSpeaksFor(path: string): Promise<string | undefined> {
  const database = /^(.+)-(?:wal|shm|journal)$/s.exec(path)?.[1];
  if (database !== undefined) return (await lstat(database).catch(() => undefined)) && database;
  const marks = /^(.*\.git)\/(?:shallow|info\/grafts|objects\/info\/alternates)$/s.exec(path)?.[1];
  if (marks !== undefined) return `the history in ${marks}`;
  const [, repository, ref] = /^(.*\.git)\/(refs\/.+)$/s.exec(path) ?? [];
  if (repository === undefined || ref === undefined) return undefined;
  if (ref.startsWith('refs/replace/')) return `${repository}/objects`;
  const packed = await readFile(join(repository, 'packed-refs'), 'utf8').catch(() => '');
  return packed.split('\n').some((line) => line.endsWith(` ${ref}`)) ? ref : undefined;
}

const maxConfigBytes = 65_536;
const maxLogBytes = 16 * 1024 ** 2;

/** A new Python environment contains files that only its own Python runs. */
const isOfNewPython = (path: string, newFolders: ReadonlySet<string>): boolean =>
  /\/site-packages\/[^/]+\.pth$/.test(path) && newFolders.has(dirname(path));

/** What git writes for its own use without history: its index, logs that were appended to, a new configuration that runs nothing, sample hooks. */
async function isNote({ path, before, after, from }: Change, isOwn: boolean): Promise<boolean> {
  if (from === undefined && before !== null) return false; // only its mode
  if (after?.kind !== 'file' || !/\.git(?:\/|$)/.test(path)) return false;
  if (/\.git\/index$/.test(path)) return true;
  if (/\.git\/hooks\/[^/]+\.sample$/.test(path)) return before === null;
  if (from === undefined) return false;
  if (/\.git\/config$/.test(path)) {
    const isFresh = (before === null || isOwn) && after.size <= maxConfigBytes;
    return isFresh && isPlainGitConfig((await startOf(from, maxConfigBytes)).toString());
  }
  if (!/\.git\/logs\//.test(path) || before?.kind !== 'file' || before.size > Math.min(after.size, maxLogBytes)) return false;
  const old = await startOf(path, before.size).catch(() => undefined); // it may be gone by now, which is noticed when changes are applied
  return old?.equals(await startOf(from, before.size)) ?? false;
}

async function startOf(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, 0);
  return buffer.subarray(0, bytesRead);
}
