/** The changes that writing one file comes to: the file, and the folders that it still needs. */
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from '../changes/change.ts';
import { entryFrom, modeOf, mtimeOf } from '../changes/disk/entry-at.ts';
import { stampFrom, statsAt } from '../changes/disk/stamp.ts';
import type { Place } from './place.ts';

export type Planning = {
  readonly place: Place;
  /** What is there, with what the system said of it before it was read; nothing for a new file. */
  readonly before: { readonly hash: string; readonly stats: BigIntStats } | undefined;
  /** SHA-256 of what comes. */
  readonly hash: string;
  /** Where that lies, as a file that was made like any new one. */
  readonly from: string;
};

/** What a file had stays: its mode and owner. A new one gets those that it would get at its place. Throws system errors. */
export function plannedWrite({ place: { real, missing }, before, hash, from }: Planning): readonly Change[] {
  const draft = statsAt(from);
  if (!draft) throw new Error(`the draft ${from} is gone`);
  const content = { kind: 'file', size: Number(draft.size), mtime_ms: mtimeOf(draft), hash } as const;
  if (before) {
    const there = entryFrom(before.stats, real, before.hash);
    if (there === 'other' || there.kind !== 'file') throw new Error(`${real} is not a regular file`);
    return [{ path: real, before: there, after: { ...there, ...content }, from, stamp: stampFrom(before.stats) }];
  }
  const { owner, mode, folderMode } = newIn(dirname(missing[0] ?? real), draft);
  return [
    ...missing.map((path): Change => ({ path, before: null, after: { kind: 'folder', mode: folderMode, ...owner }, stamp: null })),
    { path: real, before: null, after: { ...content, mode, ...owner }, from, stamp: null },
  ];
}

const setGroup = 0o2000;

/** A folder with the group's bit, and on a Mac every folder, passes its group on. A folder made with a file can be entered by all who may read that file. */
function newIn(folder: string, draft: BigIntStats) {
  const above = statsAt(folder);
  const bit = (above ? modeOf(above) : 0) & setGroup;
  const gid = above && (bit !== 0 || process.platform === 'darwin') ? above.gid : draft.gid;
  const mode = modeOf(draft);
  return { owner: { uid: Number(draft.uid), gid: Number(gid) }, mode, folderMode: mode | ((mode & 0o444) >> 2) | bit };
}
