/** Which work is free, and for which agent. Pure: whether a process is alive is passed in as a fact. */
import { type Agent, activeStatuses, type Board, finalStatuses, type Task, type TaskStatus, taskOf } from './board/board.ts';
import { readRole } from './board/ids.ts';

/**
 * What is known about processes, beyond what is on the board: `dead` are agents whose lock is free on this machine, so that their leases need not be
 * waited for; `awaited` are agents that may be alive although their lease has ended by this machine's clock.
 */
export type Living = { readonly now: Date; readonly dead: ReadonlySet<string>; readonly awaited?: ReadonlySet<string> };

/** How long a lease from another machine is respected after it has ended, because clocks differ. */
export const skewMs = 60_000;

/** Whether a lease no longer protects its holder. */
export const isLeaseOver = (lease: string | null | undefined, holder: string | null | undefined, living: Living): boolean =>
  !lease || isIn(living.dead, holder) || (Date.parse(lease) + skewMs < living.now.getTime() && !isIn(living.awaited, holder));

const isIn = (agents: ReadonlySet<string> | undefined, id: string | null | undefined): boolean => agents?.has(id ?? '') === true;

/** Whether a lease of an agent has ended by the clock: its own, or that of the task or review that it holds. */
export function isLeaseSpent({ agents, tasks }: Board, id: string, now: Date): boolean {
  const held = tasks.find(
    ({ status, assigned_to, reviewing_by }) =>
      (status === 'CLAIMED' && assigned_to === id) || (status === 'READY_FOR_REVIEW' && reviewing_by === id),
  );
  const leases = [agents[id]?.lease_expires, held && (held.status === 'CLAIMED' ? held.lease_expires : held.review_lease_expires)];
  return leases.some((lease) => typeof lease === 'string' && Date.parse(lease) <= now.getTime());
}

/** Whether an agent is registered, is not known to be dead, and has a lease that has not ended. */
export function isAlive(board: Board, id: string, living: Living): boolean {
  const agent = board.agents[id];
  return agent !== undefined && !isLeaseOver(agent.lease_expires, id, living);
}

const claimableFrom: ReadonlySet<TaskStatus> = new Set(['UNCLAIMED', 'REJECTED', 'INTEGRATION_FAILED', 'CLAIMED']);

/** Why this coder cannot have this task; empty if it can. */
export function whyNotClaimable(board: Board, task: Task, coder: string, living: Living): readonly string[] {
  const agent = board.agents[coder];
  return [
    ...whyNotFree(board, task, living),
    ...(agent === undefined ? [`${coder} is not registered`] : whyNotReady(board, task, coder, agent, living)),
    ...whyKeptForAnother(board, task, coder, living),
  ];
}

/** The task that this coder takes next: the one that it already holds, the one that it was started for, or the first by priority, then age. */
export function nextTaskFor(board: Board, coder: string, living: Living, meant?: string): Task | undefined {
  const agent = board.agents[coder];
  const held = board.tasks.find(({ assigned_to, status }) => assigned_to === coder && activeStatuses.has(status));
  if (agent?.status !== 'IDLE' || !isAlive(board, coder, living)) return undefined; // a cheap test first, because the rest looks at every task
  const free = (held ? [held] : meantTasks(board, meant)).filter((task) => whyNotFree(board, task, living).length === 0);
  return free.sort(byPriority).find((task) => whyNotClaimable(board, task, coder, living).length === 0);
}

const meantTasks = ({ tasks }: Board, meant: string | undefined): readonly Task[] =>
  meant === undefined ? tasks : tasks.filter(({ id }) => id === meant);

/** The review that a reviewer takes next. Reviewers write no code, so their own work is never among them. */
export function nextReviewFor(board: Board, living: Living, meant?: string): Task | undefined {
  return meantTasks(board, meant)
    .filter((task) => isReviewable(task, living))
    .sort(byPriority)[0];
}

/** Whether a task can be reviewed. A claim without a lease never expires, and is left to the person. */
function isReviewable({ status, reviewing_by, review_lease_expires }: Task, living: Living): boolean {
  if (status !== 'READY_FOR_REVIEW') return false;
  return !reviewing_by || (Boolean(review_lease_expires) && isLeaseOver(review_lease_expires, reviewing_by, living));
}

/** Orders tasks: lower priority numbers first, then older tasks. */
export function byPriority(a: Task, b: Task): number {
  const [first, second] = [a.priority ?? Number.MAX_VALUE, b.priority ?? Number.MAX_VALUE];
  if (first !== second) return first - second;
  const [earlier, later] = [a.created ?? '', b.created ?? ''];
  return earlier === later ? 0 : earlier < later ? -1 : 1; // these times can be sorted as text
}

/** Dependencies that are not merged yet. */
const unmetDependencies = (board: Board, { depends_on }: Task): readonly string[] =>
  (depends_on ?? []).filter((id) => taskOf(board, id)?.status !== 'MERGED');

function whyNotFree(board: Board, task: Task, living: Living): readonly string[] {
  if (!claimableFrom.has(task.status)) return [`${task.id} is ${task.status}`];
  if (task.status === 'CLAIMED' && !isLeaseOver(task.lease_expires, task.assigned_to, living))
    return [`${task.assigned_to} holds ${task.id} until ${task.lease_expires}`];
  const unmet = unmetDependencies(board, task);
  return unmet.length > 0 ? [`${task.id} waits for ${unmet.join(', ')}`] : [];
}

function whyNotReady(board: Board, task: Task, coder: string, { role, status }: Agent, living: Living): readonly string[] {
  if (readRole(role) !== 'coder') return [`${coder} is no coder`];
  if (!isAlive(board, coder, living)) return [`${coder} is not alive`];
  if (status !== 'IDLE') return [`${coder} is ${status}`];
  const other = board.tasks.find((each) => each.id !== task.id && each.assigned_to === coder && activeStatuses.has(each.status));
  return other ? [`${coder} holds ${other.id} (${other.status})`] : [];
}

/**
 * Why a task is kept for another coder: a rejected task goes back to its coder as long as that agent is alive, unless the coder is among those that
 * failed it.
 */
function whyKeptForAnother(board: Board, task: Task, coder: string, living: Living): readonly string[] {
  const failed = new Set(task.failed_by ?? []);
  const holder = task.assigned_to;
  if (task.status === 'REJECTED' && holder && holder !== coder && !failed.has(holder) && isAlive(board, holder, living))
    return [`${task.id} goes back to ${holder}`];
  if (!failed.has(coder)) return [];
  const another = Object.keys(board.agents).find(
    (id) => !failed.has(id) && readRole(board.agents[id]?.role ?? '') === 'coder' && isAlive(board, id, living),
  );
  return another ? [`${coder} failed ${task.id} before, and ${another} did not`] : [];
}

/** Whether nothing is left to do for a task. */
export const isFinal = ({ status }: Pick<Task, 'status'>): boolean => finalStatuses.has(status);
