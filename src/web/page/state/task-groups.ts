/** Tasks in the groups in which a person looks for them. Pure. */
import { stateText } from '../../../history/tasks/state-words.ts';
import type { TaskSummary } from '../../../history/tasks/task-state.ts';

export type TaskGroup = { readonly title: string; readonly members: readonly TaskSummary[] };

const dayMs = 24 * 3_600_000;

/** Tasks that wait for an answer, running tasks, then the others by age. */
export function groupsOf(tasks: readonly TaskSummary[], waiting: ReadonlySet<string>, now: number): readonly TaskGroup[] {
  const titleOf = (task: TaskSummary): (typeof titles)[number] => {
    if (waiting.has(task.task_id)) return 'Needs you';
    if (task.state === 'running') return 'Running';
    const age = 'started' in task ? now - Date.parse(task.started) : Number.POSITIVE_INFINITY;
    return age < dayMs ? 'Last 24 hours' : age < 7 * dayMs ? 'Last 7 days' : 'Earlier';
  };
  const groups = Map.groupBy(tasks, titleOf);
  return titles.flatMap((title) => {
    const members = groups.get(title);
    return members ? [{ title, members }] : [];
  });
}

const titles = ['Needs you', 'Running', 'Last 24 hours', 'Last 7 days', 'Earlier'] as const;

/** States in the words of `artoo log`. */
export const stateWords = (task: TaskSummary): string => (task.resumed_as === undefined ? stateText(task) : 'continued in another task');

/** The state of a task, as a sign. */
export function markOf(task: TaskSummary): 'pass' | 'fail' | 'unverifiable' | 'open' | 'busy' {
  if (task.state === 'running') return 'busy';
  if (task.state !== 'ended' || task.reason === 'cancelled') return 'open';
  return task.directive === 'accept' ? 'pass' : task.directive === 'success' ? 'unverifiable' : 'fail';
}
