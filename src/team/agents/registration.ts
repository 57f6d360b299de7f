/** How agents join, stay and leave: which agent has which id, and until when it counts as alive. Pure. */
import type { Agent, Board, Task } from '../board/board.ts';
import { agentIdOf, roleOf, type TeamRole } from '../board/ids.ts';
import { settingsOf } from '../board/settings.ts';
import { boardTime } from '../board/time.ts';
import { isAlive, type Living } from '../claimable.ts';

/** How long a new agent has before its first heartbeat, which then extends its leases. */
const startSeconds = 300;

export type Newcomer = Pick<Agent, 'terminal' | 'pid' | 'host' | 'runner'>;
type Registered = { readonly ok: true; readonly board: Board } | { readonly ok: false; readonly why: readonly string[] };

/** The id with the lowest number in a role that no living agent has and that is not otherwise taken. */
export function freeId(board: Board, role: TeamRole, living: Living, taken: ReadonlySet<string> = new Set()): string {
  for (let number = 1; ; number += 1) {
    const id = agentIdOf(role, number);
    if (!isAlive(board, id, living) && !taken.has(id)) return id;
  }
}

/** Puts an agent on the board, unless another living agent has its id. The agent takes no work until it is ready. */
export function register(board: Board, id: string, role: TeamRole, newcomer: Newcomer, living: Living): Registered {
  if (roleOf(id) === undefined) return { ok: false, why: [`${id} is not an agent id such as ${agentIdOf(role, 1)}`] };
  if (roleOf(id) !== role) return { ok: false, why: [`${id} is not the id of a ${role}`] };
  if (isAlive(board, id, living)) return { ok: false, why: [`${id} is alive, until ${board.agents[id]?.lease_expires}`] };
  const agent: Agent = {
    role,
    ...leftBy(board, id),
    lease_expires: after(living.now, startSeconds),
    heartbeat: boardTime(living.now),
    iterations_total: board.agents[id]?.iterations_total ?? 0,
    context_percent: 0,
    ...newcomer,
  };
  return { ok: true, board: { ...board, agents: { ...board.agents, [id]: agent } } };
}

/** What the previous agent with this id held when it died: the new agent continues that. */
function leftBy({ tasks }: Board, id: string): Pick<Agent, 'status' | 'current_task'> {
  const claimed = tasks.find(({ status, assigned_to }) => status === 'CLAIMED' && assigned_to === id);
  if (claimed) return { status: 'WORKING', current_task: claimed.id };
  const submitted = tasks.find(({ status, assigned_to }) => status === 'READY_FOR_REVIEW' && assigned_to === id);
  if (submitted) return { status: 'WAITING', current_task: submitted.id };
  const review = tasks.find(({ status, reviewing_by }) => status === 'READY_FOR_REVIEW' && reviewing_by === id);
  return review ? { status: 'REVIEWING', current_task: review.id } : { status: 'STARTING', current_task: null };
}

/** These agents take work from now on. */
export function ready(board: Board, ids: readonly string[]): Board {
  const starting = ids.filter((id) => board.agents[id]?.status === 'STARTING');
  if (starting.length === 0) return board;
  const idle = starting.map((id) => [id, { ...board.agents[id], status: 'IDLE' }]);
  return { ...board, agents: { ...board.agents, ...Object.fromEntries(idle) } };
}

/** Removes an agent's entry. What the agent held is recovered once its lease ends. */
export function unregister(board: Board, id: string): Board {
  if (!(id in board.agents)) return board;
  return { ...board, agents: Object.fromEntries(Object.entries(board.agents).filter(([each]) => each !== id)) };
}

/** Records that an agent is alive: extends its own lease, and those of the task and the review that it holds. */
export function heartbeat(board: Board, id: string, now: Date): Board {
  const agent = board.agents[id];
  if (!agent) return board;
  const { leaseSeconds } = settingsOf(board.config);
  const tasks = board.tasks.map((task) => extended(task, id, leaseSeconds, now));
  const lease = after(now, leaseSeconds);
  return { ...board, tasks, agents: { ...board.agents, [id]: { ...agent, heartbeat: boardTime(now), lease_expires: lease } } };
}

function extended(task: Task, id: string, seconds: number, now: Date): Task {
  const until = after(now, task.lease_duration_override ?? seconds);
  if (task.status === 'CLAIMED' && task.assigned_to === id) return { ...task, lease_expires: until };
  return task.status === 'READY_FOR_REVIEW' && task.reviewing_by === id ? { ...task, review_lease_expires: until } : task;
}

/** Gives a review to a reviewer. Whether the review is free was checked before, and is checked again here, under the lock. */
export function claimReview(board: Board, task: Task, reviewer: string, now: Date): Board {
  const agent = board.agents[reviewer];
  if (!agent) return board;
  const until = after(now, settingsOf(board.config).leaseSeconds);
  const event = { time: boardTime(now), event: 'review_claimed', agent: reviewer };
  const claimed: Task = { ...task, reviewing_by: reviewer, review_lease_expires: until, history: [...(task.history ?? []), event] };
  return {
    ...board,
    tasks: board.tasks.map((each) => (each === task ? claimed : each)),
    agents: { ...board.agents, [reviewer]: { ...agent, status: 'REVIEWING', current_task: task.id, lease_expires: until } },
  };
}

const after = (now: Date, seconds: number): string => boardTime(new Date(now.getTime() + seconds * 1_000));
