/** `--continue`: the task that is followed up, and a sentence that names it. */
import { ArtooError } from '../../contracts/errors.ts';
import { shortId } from '../../contracts/text/short-ids.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type LastTask, lastTaskIn } from '../../history/tasks/last-task.ts';

/** The last task of the folder. Throws `usage` if there is none. */
export async function followedUp(data: string, cwd: string): Promise<LastTask> {
  const last = await lastTaskIn(data, cwd);
  if (!last) throw new ArtooError('usage', `there is no task in ${visible(cwd)} to follow up; leave out --continue`);
  return last;
}

export const followsSentence = ({ task_id, summary: { goal } }: LastTask): string =>
  `this follows up "${visible(oneLine(goal, 60))}" (${shortId(task_id)})`;
