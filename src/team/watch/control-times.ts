/** Since when, and why, a team has been stopped, according to its control files. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../board/board.ts';
import type { ControlFile } from '../control-files.ts';
import type { WatchFacts } from './alerts.ts';

/** Since when the team has stopped. A checkpoint may be only on the board. */
export function stoppedSince(
  root: string,
  board: Board | undefined,
): Pick<WatchFacts, 'pausedSince' | 'checkpointSince' | 'checkpointWhy'> {
  const onBoard = board?.sprint.status === 'CHECKPOINT' ? board.sprint.timeline?.checkpoint_at : undefined;
  return {
    pausedSince: placedAt(root, 'PAUSE'),
    checkpointSince: placedAt(root, 'CHECKPOINT') ?? (onBoard ? new Date(onBoard) : undefined),
    checkpointWhy: linesIn(root, 'CHECKPOINT')?.slice(1).join(' ').trim() || undefined,
  };
}

/** When a control file was placed: according to its first line or, if the file is empty, when it was touched. */
function placedAt(root: string, name: ControlFile): Date | undefined {
  const path = join(root, '.liza', name);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return undefined;
  const [first = ''] = linesIn(root, name) ?? [];
  const time = first.trim() === '' ? Number.NaN : Date.parse(first);
  return Number.isNaN(time) ? file.mtime : new Date(time);
}

/** The lines of a control file; undefined if there is no such file, or it is too large to be a control file. */
function linesIn(root: string, name: ControlFile): readonly string[] | undefined {
  const path = join(root, '.liza', name);
  const file = statSync(path, { throwIfNoEntry: false });
  return file?.isFile() && file.size < maxBytes ? readFileSync(path, 'utf8').split('\n') : undefined;
}

const maxBytes = 1_000_000;
