/** The notice that something is waiting for the person: since when, what, and what to do. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { type Board, finalStatuses } from '../board/board.ts';
import type { ActiveAlert } from './compare-alerts.ts';

const maxTasks = 20;

export function escalationText({ sprint, tasks }: Board, { title, text, since }: Pick<ActiveAlert, 'title' | 'text' | 'since'>): string {
  const open = tasks.filter(({ status }) => !finalStatuses.has(status));
  return [
    `${title}: ${text}`,
    '',
    `Noticed: ${since}`,
    `Sprint: ${sprint.id ?? 'unnamed'}, ${tasks.length - open.length} of ${tasks.length} tasks done`,
    ...(open.length === 0 ? [] : ['Waiting:']),
    ...open.slice(0, maxTasks).map(({ id, status, assigned_to }) => `  ${id}  ${status}${assigned_to ? `  ${assigned_to}` : ''}`),
    ...(open.length > maxTasks ? [`  and ${open.length - maxTasks} more`] : []),
    '',
    'What to do: artoo team status shows the current state; artoo team resume continues the sprint, artoo team abort ends it. Nothing happens on its own.',
    '',
  ]
    .map(visible)
    .join('\n');
}
