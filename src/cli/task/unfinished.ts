/** Mentions tasks that could be resumed, and how. */
import { shortId } from '../../contracts/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { resumableTasks } from '../../history/tasks/resumable.ts';
import type { Terminal } from '../command.ts';

/** One line, or none: also when the tasks cannot be read, which must not stop the command. `cwd`: a cancelled task is mentioned in its folder alone. */
export async function mentionUnfinished(data: string, cwd: string, { note }: Pick<Terminal, 'note'>): Promise<void> {
  const { tasks } = await resumableTasks(data, cwd, Date.now()).catch(() => ({ tasks: [] }));
  const [newest, ...others] = tasks;
  if (!newest) return;
  const rest = others.length === 0 ? '' : ` (and ${others.length} more: artoo log --state unfinished)`;
  const state = newest.wasCancelled ? 'cancelled' : 'unfinished';
  note(`artoo: ${state}: ${visible(oneLine(newest.goal, 60))}. artoo resume ${shortId(newest.task_id)} continues it${rest}`);
}
