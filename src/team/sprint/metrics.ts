/** The metrics of a sprint, counted from the tasks of its board, as Liza's script counts them. Pure. */
import { type Board, finalStatuses, type Task, type TaskStatus } from '../board/board.ts';

/** The statuses of work under way: with a coder, a reviewer or the supervisor. */
const inProgress: ReadonlySet<TaskStatus> = new Set(['CLAIMED', 'READY_FOR_REVIEW', 'REJECTED', 'APPROVED']);
const stuck: ReadonlySet<TaskStatus> = new Set(['BLOCKED', 'INTEGRATION_FAILED']);

/** What one task adds to each of the counts. */
type Counts = {
  readonly tasks_done: number;
  readonly tasks_in_progress: number;
  readonly tasks_blocked: number;
  readonly iterations_total: number;
  readonly review_cycles_total: number;
  readonly review_verdict_approvals: number;
  readonly review_verdict_rejections: number;
  readonly task_submitted_for_review_count: number;
};

export type SprintMetrics = Counts & {
  readonly review_verdict_count: number;
  readonly review_verdict_approval_rate_percent: number;
  readonly task_outcome_approval_rate_percent: number;
};

export function metricsOf({ tasks }: Pick<Board, 'tasks'>): SprintMetrics {
  const total = { ...none };
  for (const task of tasks) {
    const counts = countsOf(task);
    for (const name of names) total[name] += counts[name];
  }
  const { review_verdict_approvals: approvals, review_verdict_rejections: rejections, task_submitted_for_review_count: submitted } = total;
  return {
    ...total,
    review_verdict_count: approvals + rejections,
    review_verdict_approval_rate_percent: percent(approvals, approvals + rejections),
    task_outcome_approval_rate_percent: percent(approvals, submitted),
  };
}

/** The board with its current metrics; the same board if they are already there. */
export function withMetrics(board: Board): Board {
  const metrics = metricsOf(board);
  const before = board.sprint.metrics ?? {};
  const isSame = Object.entries(metrics).every(([name, value]) => before[name] === value);
  return isSame ? board : { ...board, sprint: { ...board.sprint, metrics: { ...before, ...metrics } } };
}

const none = {
  tasks_done: 0,
  tasks_in_progress: 0,
  tasks_blocked: 0,
  iterations_total: 0,
  review_cycles_total: 0,
  review_verdict_approvals: 0,
  review_verdict_rejections: 0,
  task_submitted_for_review_count: 0,
} satisfies Counts;
const names = Object.keys(none) as readonly (keyof Counts)[]; // these are the keys of the literal above

/** What each task adds, cached: tasks are never changed in place, so each need be counted only once. */
const counted = new WeakMap<Task, Counts>();

function countsOf(task: Task): Counts {
  const known = counted.get(task);
  if (known) return known;
  const { status, history } = task;
  const events = (...wanted: readonly string[]) => (history ?? []).filter(({ event }) => wanted.includes(event)).length;
  const counts = {
    tasks_done: Number(finalStatuses.has(status)),
    tasks_in_progress: Number(inProgress.has(status)),
    tasks_blocked: Number(stuck.has(status)),
    iterations_total: task.iteration ?? 0,
    review_cycles_total: task.review_cycles_total ?? 0,
    review_verdict_approvals: events('approved'),
    review_verdict_rejections: events('rejected'),
    task_submitted_for_review_count: events('ready_for_review', 'submitted_for_review'),
  };
  counted.set(task, counts);
  return counts;
}

/** A share in percent, rounded down; 0 if there is nothing to count. */
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole));
