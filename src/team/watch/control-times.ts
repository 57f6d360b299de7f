/** Since when a team stands still, according to its control files. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../board/board.ts';
import type { ControlFile } from '../control-files.ts';
import type { WatchFacts } from './alerts.ts';

/** A checkpoint may be on the board only. */
export function stoppedSince(root: string, board: Board | undefined): Pick<WatchFacts, 'pausedSince' | 'checkpointSince'> {
  const onBoard = board?.sprint.status === 'CHECKPOINT' ? board.sprint.timeline?.checkpoint_at : undefined;
  return {
    pausedSince: placedAt(root, 'PAUSE'),
    checkpointSince: placedAt(root, 'CHECKPOINT') ?? (onBoard ? new Date(onBoard) : undefined),
  };
}

/** The first line is a time; for a file that was only touched, the time of that. */
function placedAt(root: string, name: ControlFile): Date | undefined {
  const path = join(root, '.liza', name);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return undefined;
  const [first = ''] = file.isFile() && file.size < maxBytes ? readFileSync(path, 'utf8').split('\n', 1) : [];
  const time = first.trim() === '' ? Number.NaN : Date.parse(first);
  return Number.isNaN(time) ? file.mtime : new Date(time);
}

const maxBytes = 1_000_000;
