/** What became of the tasks that ran in a server, once it has ended. Pure. */
import type { TaskId } from '../../contracts/ids.ts';
import { shortId } from '../../contracts/text/short-ids.ts';

export function stoppedLines(running: readonly TaskId[]): readonly string[] {
  const [only, ...others] = running;
  if (only === undefined) return ['Ended. No task was running.'];
  if (others.length === 0) return [`Ended. One task was running, and was stopped: artoo resume ${shortId(only)} continues it.`];
  return [
    `Ended. ${running.length} tasks were running, and were stopped. To continue them:`,
    ...running.map((id) => `  artoo resume ${shortId(id)}`),
  ];
}
