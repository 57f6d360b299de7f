/** The changes needed to write one file: the file itself, and the missing folders above it. */
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from '../changes/change.ts';
import { entryFrom, modeOf, mtimeOf } from '../changes/disk/entry-at.ts';
import { stampFrom, statsAt } from '../changes/disk/stamp.ts';
import type { Place } from './place.ts';

export type Planning = {
  readonly place: Place;
  /** The current file, with stats taken before it was read; undefined for a new file. */
  readonly before: { readonly hash: string; readonly stats: BigIntStats } | undefined;
  /** SHA-256 of the new content. */
  readonly hash: string;
  /** The file with the new content, created with the default mode and owner. */
  readonly from: string;
};

/** An existing file keeps its mode and owner; a new one gets those that any new file in that place would get. Throws system errors. */
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

/** A setgid folder, and on macOS every folder, passes on its group. New folders can be entered by all users who may read the file. */
function newIn(folder: string, draft: BigIntStats) {
  const above = statsAt(folder);
  const bit = (above ? modeOf(above) : 0) & setGroup;
  const gid = above && (bit !== 0 || process.platform === 'darwin') ? above.gid : draft.gid;
  const mode = modeOf(draft);
  return { owner: { uid: Number(draft.uid), gid: Number(gid) }, mode, folderMode: mode | ((mode & 0o444) >> 2) | bit };
}
