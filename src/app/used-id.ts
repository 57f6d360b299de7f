/** Refuses the id of an earlier task: the new task would take that task's receipts and marks for its own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';

/** Throws `journal_exists`. */
export function refuseUsedId(data: string, task_id: TaskId): void {
  const kept = ['undo', 'begun'].map((folder) => join(data, folder, task_id)).find((path) => existsSync(path));
  if (kept !== undefined) throw new ArtooError('journal_exists', `the id ${task_id} has been used before: ${kept} still exists`);
}
