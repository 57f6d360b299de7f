/** Moves a task along the table of edge-table.ts, and along nothing else. Pure: what git, clocks and processes report is passed in as facts. */
import { type Board, type HistoryEvent, type Task, type TaskStatus, taskOf } from '../board/board.ts';
import { boardTime } from '../board/time.ts';
import { type Changes, type Edge, type Facts, type Move, type Row, type Who, whoIs } from './edge.ts';
import { edgeTable } from './edge-table.ts';

/** `edge`: not in the table. `unknown`: no such task. `stale`: the claim has passed to another agent. `guard`: a condition of the row is not met. */
export type Refusal = { readonly ok: false; readonly code: 'edge' | 'unknown' | 'stale' | 'guard'; readonly why: readonly string[] };
export type Transition = { readonly ok: true; readonly board: Board; readonly event: HistoryEvent } | Refusal;

/**
 * The board after the move, or why there is none. The given board is not changed; tasks that the move does not concern are the same objects in both.
 */
export function transition(board: Board, edge: Edge, facts: Facts): Transition {
  const known = taskOf(board, edge.task);
  if (!known && edge.to !== 'DRAFT') return refused('unknown', `there is no task ${edge.task}`);
  const from = edge.to === 'DRAFT' ? 'new' : (known?.status ?? 'new');
  const who = whoIs(edge.by);
  const row = who && rowFor(from, edge.to, who);
  if (!row) return refused('edge', `${edge.by} cannot move ${edge.task} from ${from} to ${edge.to}`);
  const move: Move = { board, task: edge.to === 'DRAFT' || !known ? draftOf(edge) : known, edge, facts, who };
  const stale = row.isHeld ? whyStale(move) : [];
  if (stale.length > 0) return refused('stale', ...stale);
  const why = row.why(move);
  return why.length > 0 ? refused('guard', ...why) : moved(move, row);
}

/** The statuses to which this actor can move a task from this status. */
export const targetsOf = (from: TaskStatus | 'new', who: Who): readonly TaskStatus[] =>
  edgeTable.filter((row) => row.from.includes(from) && row.who.includes(who)).map(({ to }) => to);

const refused = (code: Refusal['code'], ...why: readonly string[]): Refusal => ({ ok: false, code, why });

/** The row for a move. Its functions are only called for edges to its own target. */
const rowFor = (from: TaskStatus | 'new', to: TaskStatus, who: Who): Row | undefined =>
  edgeTable.find((row) => row.to === to && row.from.includes(from) && row.who.includes(who));

function draftOf(edge: Edge): Task {
  return { ...(edge.to === 'DRAFT' ? edge.draft : {}), id: edge.task, status: 'DRAFT' };
}

/** Why a move is stale: once its claim has passed to another agent or its lease has ended, a turn can change nothing more. */
function whyStale({ task, edge, facts }: Move): readonly string[] {
  if (task.assigned_to !== edge.by) return [`${task.id} is assigned to ${task.assigned_to ?? 'no one'} now`];
  const current = task.fencing ?? 0;
  if (!('fencing' in edge) || edge.fencing !== current) return [`${task.id} was claimed again since then: its number is ${current} now`];
  return !task.lease_expires || Date.parse(task.lease_expires) < facts.now.getTime() ? [`the lease of ${task.id} is over`] : [];
}

function moved(move: Move, row: Row): Transition {
  const { board, task, edge, facts } = move;
  const event: HistoryEvent = { time: boardTime(facts.now), agent: edge.by, ...row.event(move) };
  const next: Task = { ...task, ...defined(row.set(move)), status: row.to, history: [...(task.history ?? []), event] };
  const isNew = edge.to === 'DRAFT';
  const tasks = isNew ? [...board.tasks, next] : board.tasks.map((each) => (each === task ? next : each));
  const changed = { ...board, tasks };
  return { ok: true, board: row.beside?.(changed, move) ?? changed, event };
}

const defined = (changes: Changes): Partial<Task> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Task>; // only undefined fields are left out
