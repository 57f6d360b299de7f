/** Since when a team stands still: what its control files say. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../board/board.ts';
import type { ControlFile } from '../control-files.ts';
import type { WatchFacts } from './alerts.ts';

/** A checkpoint can stand on the board alone. */
export function stoppedSince(root: string, board: Board | undefined): Pick<WatchFacts, 'pausedSince' | 'checkpointSince'> {
  const onBoard = board?.sprint.status === 'CHECKPOINT' ? board.sprint.timeline?.checkpoint_at : undefined;
  return {
    pausedSince: placedAt(root, 'PAUSE'),
    checkpointSince: placedAt(root, 'CHECKPOINT') ?? (onBoard ? new Date(onBoard) : undefined),
  };
}

/** The first line is a time; in a file that was only touched, it is when that happened. */
function placedAt(root: string, name: ControlFile): Date | undefined {
  const path = join(root, '.liza', name);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return undefined;
  const [first = ''] = file.isFile() && file.size < maxBytes ? readFileSync(path, 'utf8').split('\n', 1) : [];
  const time = first.trim() === '' ? Number.NaN : Date.parse(first);
  return Number.isNaN(time) ? file.mtime : new Date(time);
}

const maxBytes = 1_000_000;
