/** Since when and why a team stands still: what its control files say. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../board/board.ts';
import type { ControlFile } from '../control-files.ts';
import type { WatchFacts } from './alerts.ts';

/** A checkpoint may be on the board only. */
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

/** The first line is a time; for a file that was only touched, the time of that. */
function placedAt(root: string, name: ControlFile): Date | undefined {
  const path = join(root, '.liza', name);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return undefined;
  const [first = ''] = linesIn(root, name) ?? [];
  const time = first.trim() === '' ? Number.NaN : Date.parse(first);
  return Number.isNaN(time) ? file.mtime : new Date(time);
}

/** Undefined if there is no such file, or it is too large to be a control file. */
function linesIn(root: string, name: ControlFile): readonly string[] | undefined {
  const path = join(root, '.liza', name);
  const file = statSync(path, { throwIfNoEntry: false });
  return file?.isFile() && file.size < maxBytes ? readFileSync(path, 'utf8').split('\n') : undefined;
}

const maxBytes = 1_000_000;
