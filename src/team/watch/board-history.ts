/** What the history on a board shows about time and verdicts. Pure. */
import type { Board, HistoryEvent, Task } from '../board/board.ts';

const claims: ReadonlySet<string> = new Set([
  'claimed',
  'reclaimed_after_rejection',
  'reassigned_after_rejection',
  'reclaimed_after_expiry',
  'claimed_for_integration_fix',
]);

/** The event by which the task came to its current coder. */
export const lastClaimOf = ({ history }: Task): HistoryEvent | undefined => history?.findLast(({ event }) => claims.has(event));

/** When this last happened to a task. */
export const lastTimeOf = ({ history }: Task, event: string): string | null | undefined =>
  history?.findLast((each) => each.event === event)?.time;

/** When something last happened to a task, or the person let the team continue. */
export function lastWorkAt({ tasks, sprint }: Board): number {
  // scripts may have written anything here: each part is checked below
  const decided = Array.isArray(sprint.retrospective) ? (sprint.retrospective as readonly { readonly timestamp?: unknown }[]) : [];
  const times = [
    sprint.timeline?.started,
    ...decided.map((each) => (typeof each?.timestamp === 'string' ? each.timestamp : undefined)),
    ...tasks.flatMap(({ created, history }) => [created, history?.at(-1)?.time]),
  ];
  return times.reduce((latest, time) => Math.max(latest, (time && Date.parse(time)) || 0), 0);
}

/** How often each reviewer approved, out of how many verdicts. Verdicts without a reviewer are not counted. */
export function verdictsBy({ tasks }: Pick<Board, 'tasks'>): ReadonlyMap<string, { readonly approvals: number; readonly all: number }> {
  const counts = new Map<string, { approvals: number; all: number }>();
  for (const { event, agent } of tasks.flatMap(({ history }) => history ?? [])) {
    if ((event !== 'approved' && event !== 'rejected') || !agent || agent === 'supervisor') continue;
    const { approvals, all } = counts.get(agent) ?? { approvals: 0, all: 0 };
    counts.set(agent, { approvals: approvals + (event === 'approved' ? 1 : 0), all: all + 1 });
  }
  return counts;
}
