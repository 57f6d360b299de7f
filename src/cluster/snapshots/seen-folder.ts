/** Reads the names in a folder of the host, and the kind of each entry, for a snapshot. */
import { isUtf8 } from 'node:buffer';
import { type BigIntStats, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../contracts/errno.ts';
import type { Entry } from '../../tools/changes/change.ts';
import { entryFrom } from '../../tools/changes/disk/entry-at.ts';
import { statsAt } from '../../tools/changes/disk/stamp.ts';
import type { TaskGate } from '../../tools/files/reading-gate.ts';

/** A name in a folder; `why`: the reason why it is left out. */
export type Seen = { readonly name: string; readonly path: string; readonly stats: BigIntStats } & (
  | { readonly entry: Entry }
  | { readonly why: 'hidden' | 'special' | 'unreadable' }
);

/** The names in the folder; undefined if they cannot be listed; or the reason why the folder cannot be in a snapshot. Throws other system errors. */
export function seenFolder(folder: string, gate: TaskGate): readonly Seen[] | { readonly why: string } | undefined {
  const names = namesIn(folder);
  if (!names) return undefined;
  if (names.some((name) => name.includes('\ufffd')) && readdirSync(folder, 'buffer').some((name) => !isUtf8(name)))
    return { why: `${folder} contains a name that is not UTF-8` };
  return names.flatMap((name) => seenAt(join(folder, name), name, gate) ?? []);
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) !== 'EACCES' && errnoOf(error) !== 'EPERM') throw error;
    return undefined;
  }
}

/** Undefined if the entry is gone. */
function seenAt(path: string, name: string, gate: TaskGate): Seen | undefined {
  const stats = statsAt(path);
  if (!stats) return undefined;
  const entry = entryFrom(stats, path, '');
  if (entry === 'other') return { name, path, stats, why: 'special' };
  // Where a link leads is no secret: its target is either in the snapshot under its own path, or not in it.
  const isShown = entry.kind === 'link' || gate(path, stats.isFile() ? { entry: stats } : {}).read === 'whole';
  return { name, path, stats, ...(isShown ? { entry } : { why: 'hidden' }) };
}
