/** The newest task in a folder that a process is working on. */
import type { TaskId } from '../../contracts/ids.ts';
import { isSameFolder } from './task-folder.ts';
import { readTasks } from './task-index.ts';

/** The newest such task. Throws `data_unwritable`. */
export async function runningIn(data: string, cwd: string): Promise<TaskId | undefined> {
  const { tasks } = await readTasks(data, { state: ['running'] });
  return tasks.find((task) => task.state === 'running' && task.cwd !== undefined && isSameFolder(task.cwd, cwd))?.task_id;
}
