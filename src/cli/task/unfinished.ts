/** Mentions tasks that could be resumed, and how. */
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Resumable, resumableTasks } from '../../history/tasks/resumable.ts';
import type { Terminal } from '../command.ts';

/** At most one line. If the tasks cannot be read, there is no line: that must not stop the command. Tasks of the folder come first. */
export async function mentionUnfinished(data: string, cwd: string, { note }: Pick<Terminal, 'note'>): Promise<void> {
  const none = { here: [], elsewhere: [] };
  const lately = { now: Date.now(), without: 'cancel' } as const; // the end of the task has already shown how to continue it
  const { here, elsewhere } = await resumableTasks(data, cwd, lately).catch(() => none);
  const [newest] = here.length > 0 ? here : elsewhere;
  if (!newest) return;
  const all = await resumableTasks(data, cwd).catch(() => none);
  const others = all.here.length + all.elsewhere.length - 1;
  const rest = others < 1 ? '' : ` (and ${others} more: artoo log --state resumable)`;
  const place = here.length > 0 ? '' : ` in ${folderOf(newest)}`;
  const state = newest.stoppedBy === 'model' ? 'was stopped because its model failed' : 'is unfinished';
  const id = shortId(newest.task_id);
  const ways = `artoo resume ${id} continues it, artoo resume --drop ${id} ends it for good`;
  note(`artoo: an earlier task${place} ${state}: "${visible(oneLine(newest.goal, 60))}". ${ways}${rest}`);
}

/** A sentence about the newest task of another folder, which is resumed only if it is named. */
export const elsewhereSentence = (newest: Resumable): string =>
  `the newest one in another folder is in ${folderOf(newest)}: artoo resume ${shortId(newest.task_id)} continues it`;

const folderOf = ({ cwd }: Resumable): string => visible(cwd ?? 'another folder');
