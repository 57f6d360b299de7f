/** Runs tasks that end at once, records the start and the end of each, and lists all tasks in between, again and again. */

import { parseTaskId } from '../../../src/contracts/ids.ts';
import { noteTask, readTasks, unfinishedTasks } from '../../../src/history/tasks/task-index.ts';
import { journalPath } from '../../../src/journal/files.ts';
import { endsAtOnce, goal, hostIn, perceives } from '../parts.ts';

const [data = '', prefix = '', count = '0'] = process.argv.slice(2);
process.stdout.write('ready\n');
await using host = hostIn(data, [perceives, endsAtOnce]);
for (let number = 0; number < Number(count); number += 1) {
  const id = `${prefix}-${number}`;
  const path = journalPath(data, parseTaskId(id));
  const task = host.start(goal(`goal of ${id}`), id);
  await noteTask(data, path);
  const { tasks } = await readTasks(data);
  const own = tasks.filter(({ task_id }) => task_id.startsWith(`${prefix}-`));
  if (own.length !== number + 1) throw new Error(`${own.length} tasks where ${number + 1} were expected`);
  await task.result;
  await noteTask(data, path);
  await unfinishedTasks(data);
}
process.stdout.write('done\n');
