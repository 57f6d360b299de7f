/** Opens the sprint after another one: after a decision of the person, or when there is new work after a completed sprint. Pure. */
import { type ActFacts, timeOf } from '../acts/act.ts';
import { type Board, finalStatuses, type Task } from '../board/board.ts';
import { withoutFinished } from './archive.ts';

/** Open tasks move into the next sprint; final ones that no open task needs leave the board. */
export function nextSprint(board: Board, facts: ActFacts): Board {
  const planned = board.tasks.filter(({ status }) => status !== 'DRAFT' && !finalStatuses.has(status)).map(({ id }) => id);
  const sprint = {
    ...board.sprint,
    id: nextId(board.sprint.id ?? ''),
    scope: { planned, stretch: [] },
    timeline: { started: timeOf(facts), deadline: null, checkpoint_at: null, ended: null },
  };
  return withoutFinished({ ...board, sprint });
}

/** The board with the next sprint, if a completed one has work again: a new task, or one that can now be claimed. Otherwise the same board. */
export function withSprintForWork(before: Board, after: Board, facts: ActFacts): Board {
  if (before.sprint.status !== 'COMPLETED' || after.sprint.status !== 'COMPLETED' || !hasNewWork(before, after)) return after;
  const { goal, sprint } = after;
  const reopened = { ...goal, status: goal.status === 'COMPLETED' ? ('IN_PROGRESS' as const) : goal.status };
  return nextSprint({ ...after, goal: reopened, sprint: { ...sprint, status: 'IN_PROGRESS', retrospective: null } }, facts);
}

function hasNewWork(before: Board, after: Board): boolean {
  if (before.tasks === after.tasks) return false;
  const known = new Map(before.tasks.map((task) => [task.id, task]));
  return after.tasks.some((task) => !finalStatuses.has(task.status) && isNew(task, known.get(task.id)));
}

const isNew = (task: Task, before: Task | undefined): boolean =>
  before === undefined || (task.status === 'UNCLAIMED' && before.status !== 'UNCLAIMED');

/** The id of the next sprint: `sprint-2` after `sprint-1`. */
function nextId(id: string): string {
  const number = /\d{1,9}$/.exec(id)?.[0] ?? '';
  const name = id.slice(0, id.length - number.length);
  return number === '' ? `${name || 'sprint'}-2` : `${name}${Number(number) + 1}`;
}
