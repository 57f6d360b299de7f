/**
 * Marks calls that leave no receipt, such as those over the network: the mark is on disk before the call starts, so that a later process can tell
 * that the call may have taken effect.
 */
import { hash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTaskId } from '../../contracts/ids.ts';
import { foldersIn, makeFolder } from '../changes/disk/folders.ts';
import { chainOf } from '../changes/receipts/continued.ts';
import type { CallId } from '../tool.ts';

export type StartedCalls = {
  /** Returns once the mark is on disk. Throws a system error, in which case the call must not start. */
  mark(call: CallId): void;
  isMarked(call: CallId): boolean;
};

/** The folder with the marks of a task. */
export const startedCallsFolder = (data: string, task_id: string): string => join(data, 'begun', parseTaskId(task_id));

export function openStartedCalls(data: string): StartedCalls {
  const placeOf = ({ task_id, key }: CallId): string => join(startedCallsFolder(data, task_id), hash('sha256', key).slice(0, 16));
  return {
    mark(call) {
      const folder = startedCallsFolder(data, call.task_id);
      makeFolder(folder);
      syncAt(placeOf(call), 'a');
      for (const parent of [folder, dirname(folder), data]) syncAt(parent, 'r'); // a new name is safe only after its folder has been synced
    },
    isMarked: ({ task_id, key }) => chainOf(foldersIn(data), task_id).some((each) => existsSync(placeOf({ task_id: each, key }))),
  };
}

function syncAt(path: string, flags: 'a' | 'r'): void {
  const fd = openSync(path, flags, 0o600);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
