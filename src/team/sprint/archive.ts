/** What leaves a board for good: when the next sprint opens, final tasks that nothing refers to are archived. Pure. */
import { type Board, finalStatuses, type Task } from '../board/board.ts';

/** The board without its final tasks that nothing on it refers to. */
export function withoutFinished(board: Board): Board {
  const { tasks } = board;
  const kept = new Set(tasks.filter(({ status }) => !finalStatuses.has(status)).map(({ id }) => id));
  const wanted = [...referencesOf(board), ...kept];
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const id of wanted) {
    const task = byId.get(id);
    if (task === undefined) continue;
    kept.add(id);
    wanted.push(...namesIn(task).filter((name) => !wanted.includes(name))); // what a remaining task needs also remains
  }
  return kept.size === tasks.length ? board : { ...board, tasks: tasks.filter(({ id }) => kept.has(id)) };
}

/** The tasks that the board names outside its list of tasks. */
function referencesOf({ sprint, agents, discovered }: Board): readonly string[] {
  const named = [
    ...(sprint.scope?.planned ?? []),
    ...(sprint.scope?.stretch ?? []),
    ...Object.values(agents).map(({ current_task }) => current_task),
    ...(discovered ?? []).flatMap(({ during, converted_to_task }) => (converted_to_task ? [] : [during])),
  ];
  return named.filter((name) => typeof name === 'string');
}

const namesIn = ({ depends_on, superseded_by, supersedes }: Task): readonly string[] => [
  ...(depends_on ?? []),
  ...(superseded_by ?? []),
  ...[supersedes ?? []].flat(),
];

/** Whether a sprint ends between these two boards. */
export const endsSprint = ({ sprint: before }: Board, { sprint: after }: Board): boolean =>
  before.id !== after.id || (before.status !== after.status && (after.status === 'COMPLETED' || after.status === 'ABORTED'));
