/** The tasks of a team in the columns of its board. Pure. */
import type { TaskState } from '../../../team/status.ts';

export type BoardColumn = { readonly title: string; readonly members: readonly TaskState[] };

const over: readonly TaskState['status'][] = ['MERGED', 'SUPERSEDED', 'ABANDONED'];

const columns: readonly (readonly [title: string, statuses: readonly TaskState['status'][]])[] = [
  ['To do', ['DRAFT', 'UNCLAIMED', 'REJECTED', 'INTEGRATION_FAILED']],
  ['At work', ['CLAIMED']],
  ['Blocked', ['BLOCKED']],
  ['In review', ['READY_FOR_REVIEW', 'APPROVED']],
  ['Done', over],
];

/** Blocked tasks have a column only if there are any. */
export const columnsOf = (tasks: readonly TaskState[]): readonly BoardColumn[] =>
  columns
    .map(([title, statuses]) => ({ title, members: tasks.filter(({ status }) => statuses.includes(status)) }))
    .filter(({ title, members }) => members.length > 0 || title !== 'Blocked');

/** Whether work on the task is over. */
export const isOver = ({ status }: Pick<TaskState, 'status'>): boolean => over.includes(status);
