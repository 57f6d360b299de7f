/** Which cancelled task another task continues: what the first did counts as done by both, for undo, own files and looking up calls. */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TaskId } from '../../../contracts/ids.ts';
import { type Folders, makeFolder, namesIn } from '../disk/folders.ts';

/** Records the continuation, and returns once it is on disk. Throws a system error or `data_unwritable`. */
export function noteContinued({ continued }: Pick<Folders, 'continued'>, task_id: TaskId, origin: TaskId): void {
  makeFolder(continued);
  writeFileSync(join(continued, task_id), origin, { mode: 0o600, flush: true });
  const folder = openSync(continued, 'r');
  try {
    fsyncSync(folder); // a new name is safe only after its folder has been synced
  } finally {
    closeSync(folder);
  }
}

export function forgetContinued({ continued }: Pick<Folders, 'continued'>, task_id: TaskId): void {
  rmSync(join(continued, task_id), { force: true });
}

/** The task and the tasks that it continues, oldest first. */
export function chainOf(folders: Pick<Folders, 'continued'>, task_id: string): readonly string[] {
  const chain = [task_id];
  for (let before = originOf(folders, task_id); before !== undefined && !chain.includes(before); before = originOf(folders, before))
    chain.unshift(before);
  return chain;
}

/** Tasks that continue another task, by the id of that task. */
export function continuations(folders: Pick<Folders, 'continued'>): ReadonlyMap<string, string> {
  const pairs = namesIn(folders.continued).map((task_id) => [originOf(folders, task_id), task_id] as const);
  return new Map(pairs.flatMap(([origin, task_id]) => (origin === undefined ? [] : [[origin, task_id]])));
}

/** The origin of a task; undefined if the file has no readable content. */
function originOf({ continued }: Pick<Folders, 'continued'>, task_id: string): string | undefined {
  try {
    return TaskId.safeParse(readFileSync(join(continued, task_id), 'utf8')).data;
  } catch {
    return undefined;
  }
}
