/** The steps from one side of all changes to the other. Each may be made again: what is as it should be is left alone. */

import { modeOf } from '../disk/entry-at.ts';
import { dress } from '../disk/metadata.ts';
import { look } from '../disk/stamp.ts';
import { isFolder, isTwoSteps, type Side } from './ordered-change.ts';
import { put } from './place-entry.ts';
import { clear } from './remove-entry.ts';
import { type Job, placeOf, removeDraft } from './transaction.ts';
import { inTreeOrder } from './tree-order.ts';

/** `make` is false when something stands at the path that nobody expected there, and that was left alone. */
export type Step = { readonly path: string; readonly make: () => boolean | Promise<boolean> };

/** What goes, deepest first; what comes, outermost first. Folders can be written to in between and get their modes in the end, deepest first. */
export function* stepsTo(goal: Side, job: Job, isFirst: boolean): Generator<Step> {
  const { changes } = job;
  if (!isRoot()) for (const path of foldersOf(job)) yield { path, make: () => openUp(job, path) };
  if (!isFirst) for (const change of changes) yield { path: change.path, make: () => removeDraft(job, change) };
  for (const change of changes.toReversed()) {
    if (change[goal] === null || isTwoSteps(change)) yield { path: change.path, make: () => clear(job, change, goal) };
  }
  for (const change of changes) if (change[goal] !== null) yield { path: change.path, make: () => put(job, change, goal) };
  yield* modeSteps(goal, job);
}

/** Nothing is locked to root. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

const foldersOf = ({ changes, opened }: Job): readonly string[] => {
  const changed = changes.filter(({ before, after }) => isFolder(before) || isFolder(after)).map(({ path }) => path);
  return inTreeOrder([...opened.map(([path]) => path), ...changed], (path) => path);
};

function openUp(job: Job, path: string): boolean {
  const place = placeOf(job, path);
  const stats = place === undefined ? undefined : look(place);
  const isOurs = stats?.isDirectory() && Number(stats.uid) === process.geteuid?.();
  if (place !== undefined && stats && isOurs && (modeOf(stats) & 0o700) !== 0o700) job.disk.chmod(place, modeOf(stats) | 0o700);
  return true;
}

function* modeSteps(goal: Side, job: Job): Generator<Step> {
  const modes = new Map<string, Step>(job.opened.map(([path, mode]) => [path, { path, make: () => setMode(job, path, mode) }]));
  for (const { path, [goal]: entry } of job.changes) {
    if (entry?.kind !== 'folder') continue;
    const make = () => {
      const place = placeOf(job, path);
      if (place !== undefined) dress(place, entry, job.disk);
      return place !== undefined;
    };
    modes.set(path, { path, make });
  }
  yield* inTreeOrder([...modes.values()], ({ path }) => path).toReversed();
}

/** The mode that a folder had before it was opened up, if it is still there. */
function setMode(job: Job, path: string, mode: number): boolean {
  const place = placeOf(job, path);
  const stats = place === undefined ? undefined : look(place);
  if (place !== undefined && stats?.isDirectory() && modeOf(stats) !== mode) job.disk.chmod(place, mode);
  return true;
}
