/** Mentions tasks that could be resumed, and how. */
import { shortId } from '../../contracts/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Resumable, resumableTasks } from '../../history/tasks/resumable.ts';
import type { Terminal } from '../command.ts';

/** One line, or none: also when the tasks cannot be read, which must not stop the command. Those of the folder come first. */
export async function mentionUnfinished(data: string, cwd: string, { note }: Pick<Terminal, 'note'>): Promise<void> {
  const { here, elsewhere } = await resumableTasks(data, cwd, { now: Date.now() }).catch(() => ({ here: [], elsewhere: [] }));
  const [newest, ...others] = here.length > 0 ? here : elsewhere;
  if (!newest) return;
  const rest = others.length === 0 ? '' : ` (and ${others.length} more: artoo log --state unfinished)`;
  const place = here.length > 0 ? '' : ` in ${folderOf(newest)}`;
  const state = states[newest.stoppedBy];
  note(`artoo: ${state}${place}: ${visible(oneLine(newest.goal, 60))}. artoo resume ${shortId(newest.task_id)} continues it${rest}`);
}

const states = { kill: 'unfinished', cancel: 'cancelled', model: 'stopped by its model' } as const satisfies Record<
  Resumable['stoppedBy'],
  string
>;

/** What to say about the newest task of another folder, which is never taken unless it is named. */
export const elsewhereSentence = (newest: Resumable): string =>
  `the newest elsewhere is in ${folderOf(newest)}: artoo resume ${shortId(newest.task_id)} continues it`;

const folderOf = ({ cwd }: Resumable): string => visible(cwd ?? 'another folder');
