/** The existing contents of a folder that becomes a repository, judged as if they were new. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../../changes/change.ts';
import { entryFrom } from '../../changes/disk/entry-at.ts';
import { statsAt } from '../../changes/disk/stamp.ts';

const maxEntries = 2_000;

/** The contents as changes without a previous state; undefined if there is too much, or something cannot be examined. */
export function leftIn(folder: string): readonly Change[] | undefined {
  try {
    return statsAt(folder)?.isDirectory() ? list(folder) : [];
  } catch {
    return undefined;
  }
}

function list(folder: string): readonly Change[] | undefined {
  const left: Change[] = [];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const name of readdirSync(next)) {
      const path = join(next, name);
      const stats = statsAt(path);
      const after = stats && entryFrom(stats, path, '');
      if (after === undefined || after === 'other' || left.length === maxEntries) return undefined;
      left.push({ path, before: null, after, from: path, stamp: null });
      if (after.kind === 'folder') waiting.push(path);
    }
  }
  return left;
}
