/** Mentions tasks that could be resumed, and how. */
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { unfinishedTasks } from '../../history/tasks/task-index.ts';
import type { Terminal } from '../command.ts';

/** One line, or none: also when the tasks cannot be read, which must not stop the command. */
export async function mentionUnfinished(data: string, { note }: Pick<Terminal, 'note'>): Promise<void> {
  const [newest, ...others] = (await unfinishedTasks(data).catch(() => [])).filter(({ halted, goal }) => halted === null && goal !== '');
  if (!newest) return;
  const rest = others.length === 0 ? '' : ` (and ${others.length} more: artoo log --state unfinished)`;
  note(`artoo: unfinished: ${visible(oneLine(newest.goal, 60))}. artoo resume ${newest.task_id} continues it${rest}`);
}
