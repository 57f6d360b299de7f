/** Whether every path still is what it was when the changes were found. */
import { dirname } from 'node:path';
import { modeOf } from '../disk/entry-at.ts';
import { look, stampFrom } from '../disk/stamp.ts';
import { createBreather } from '../disk/yielder.ts';
import { isMetadata, type Numbered } from './ordered-change.ts';
import { isRoot } from './steps.ts';
import { type Job, placeOf } from './transaction.ts';

export type Verified = {
  readonly moved: readonly string[];
  /** Without folders that are there by now: whoever made them, they are as good. */
  readonly changes: readonly Numbered[];
  readonly opened: Job['opened'];
};

/** Throws system errors, and the signal's reason. */
export async function verify(job: Pick<Job, 'anchors'>, changes: readonly Numbered[], signal: AbortSignal): Promise<Verified> {
  const breathe = createBreather();
  const moved: string[] = [];
  const needed: Numbered[] = [];
  for (const change of changes) {
    signal.throwIfAborted();
    const place = placeOf(job, change.path);
    const stats = place === undefined ? undefined : look(place);
    if (change.before === null && change.after?.kind === 'folder' && stats?.isDirectory()) continue;
    if ((stats ? stampFrom(stats) : null) !== change.stamp) moved.push(change.path);
    needed.push({ ...change, n: needed.length });
    await breathe();
  }
  return { moved, changes: needed, opened: moved.length === 0 && !isRoot() ? lockedFolders(job, needed) : [] };
}

/** Our own folders that have to be written to and cannot be. */
function lockedFolders(job: Pick<Job, 'anchors'>, changes: readonly Numbered[]): Job['opened'] {
  const folders = new Set(changes.filter((change) => !isMetadata(change)).map(({ path }) => dirname(path)));
  return [...folders].flatMap((path) => {
    const place = path === '/' ? path : placeOf(job, path);
    const stats = place === undefined ? undefined : look(place);
    const isLocked = stats?.isDirectory() && Number(stats.uid) === process.geteuid?.() && (modeOf(stats) & 0o300) !== 0o300;
    return stats && isLocked ? [[path, modeOf(stats)]] : [];
  });
}
