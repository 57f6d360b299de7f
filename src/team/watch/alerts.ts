/**
 * What a person should know about a team without looking: one row per alert, with its level and its limit. Pure: the times of control files are
 * passed in.
 */
import { blockedWords } from '../blocked-words.ts';
import { activeStatuses, type Board, finalStatuses, type Task } from '../board/board.ts';
import { readRole } from '../board/ids.ts';
import { settingsOf } from '../board/settings.ts';
import { isAlive, type Living } from '../claimable.ts';
import { lastClaimOf, lastTimeOf, lastWorkAt, verdictsBy } from './board-history.ts';
import type { ClockSkew } from './clock-skew.ts';

type AlertLevel = 'WARNING' | 'CRITICAL';

export type TeamAlert = {
  readonly level: AlertLevel;
  readonly title: string;
  /** The task, agent or discovery; empty if it concerns everything. */
  readonly about: string;
  readonly text: string;
  /** Whether the lines of a run and `status` already say this in other words. */
  readonly isSaid: boolean;
  /** Whether this has waited for the person for so long that the alert is also sent to the address that they set. */
  readonly escalates: boolean;
};

export type WatchFacts = Living & {
  /** Since when the team has been paused, and since when it has waited at a checkpoint. */
  readonly pausedSince?: Date | undefined;
  readonly checkpointSince?: Date | undefined;
  /** What the person was told when the team stopped at the checkpoint. */
  readonly checkpointWhy?: string | undefined;
  /** Since when the team could work and a supervisor was watching; before that, nothing could have happened. */
  readonly watchedSince?: Date | undefined;
  /** Machines whose clocks do not agree. */
  readonly skews?: readonly ClockSkew[];
};

type Found = { readonly about: string; readonly text: string };
type Row = {
  readonly title: string;
  readonly level: AlertLevel;
  readonly isSaid?: true;
  readonly escalates?: true;
  /** The alert applies only while the team may work; time in which it is stopped does not count. */
  readonly whileWorking?: true;
  readonly found: (board: Board, facts: WatchFacts) => readonly Found[];
};

const [seconds, minutes, hours] = [1_000, 60_000, 3_600_000];

/** The limit of each alert. */
export const limits = {
  leaseMs: 120 * seconds,
  orphanedMs: 30 * seconds,
  staleMs: 30 * minutes,
  forgottenMs: 2 * hours,
  abandonedMs: 8 * hours,
  /** How many iterations or cycles before the last one to raise the alert: at 8 of 10, 3 of 5. */
  leftBefore: 2,
  /** The cycle from which, after one failed coder, a second failure is near. */
  cyclesOfLast: 3,
  failedCoders: 2,
  verdicts: 5,
  approvals: 0.95,
} as const;

export const rows: readonly Row[] = [
  {
    title: 'LEASE EXPIRED',
    level: 'WARNING',
    whileWorking: true,
    found: ofTasks(
      ({ status, lease_expires: lease, assigned_to }, { now, awaited }) =>
        status === 'CLAIMED' &&
        !awaited?.has(assigned_to ?? '') &&
        isPast(lease, limits.leaseMs, now) &&
        `${assigned_to} held it until ${lease}; a free coder takes it over`,
    ),
  },
  {
    title: 'REVIEW LEASE EXPIRED',
    level: 'WARNING',
    whileWorking: true,
    found: ofTasks(
      ({ status, review_lease_expires: lease, reviewing_by }, { now, awaited }) =>
        status === 'READY_FOR_REVIEW' &&
        reviewing_by &&
        !awaited?.has(reviewing_by) &&
        isPast(lease, limits.leaseMs, now) &&
        `${reviewing_by} was supposed to review it until ${lease}`,
    ),
  },
  {
    title: 'BLOCKED',
    level: 'WARNING',
    isSaid: true,
    found: ofTasks(({ status, blocked_reason }) => status === 'BLOCKED' && blockedWords(blocked_reason ?? 'no reason was given')),
  },
  {
    title: 'REASSIGNED',
    level: 'WARNING',
    isSaid: true,
    found: ofTasks((task) => {
      const claim = activeStatuses.has(task.status) ? lastClaimOf(task) : undefined;
      if (claim?.event !== 'reassigned_after_rejection') return undefined;
      return `${task.assigned_to} has taken it over, because ${claim.previous_assignee ?? 'another coder'} did not succeed`;
    }),
  },
  {
    title: 'APPROACHING LIMIT',
    level: 'WARNING',
    found: (board) => {
      const { maxIterations, maxReviewCycles } = settingsOf(board.config);
      return ofTasks((task) => activeStatuses.has(task.status) && nearLimit(task, maxIterations, maxReviewCycles))(board, never);
    },
  },
  {
    title: 'STALLED',
    level: 'WARNING',
    whileWorking: true,
    found: (board, facts) => stalled(board, facts),
  },
  {
    title: 'STALE DRAFT',
    level: 'WARNING',
    whileWorking: true,
    found: ofTasks(
      ({ status, created }, { now }) =>
        status === 'DRAFT' && isPast(created, limits.staleMs, now) && `it has been waiting for approval since ${created}: artoo team plan`,
    ),
  },
  {
    title: 'RUBBER STAMP',
    level: 'WARNING',
    found: (board) =>
      [...verdictsBy(board)]
        .filter(([, { approvals, all }]) => all >= limits.verdicts && approvals / all > limits.approvals)
        .map(([about, { approvals, all }]) => ({ about, text: `approved ${approvals} of ${all}: look at what it let through` })),
  },
  {
    title: 'CLOCKS DIFFER',
    level: 'WARNING',
    found: ({ agents }, { skews = [] }) => skews.map((skew) => skewFound(agents, skew)),
  },
  {
    title: 'ORPHANED REJECTED',
    level: 'CRITICAL',
    whileWorking: true,
    found: (board, facts) =>
      ofTasks(
        (task) =>
          task.status === 'REJECTED' &&
          isPast(lastTimeOf(task, 'rejected'), limits.orphanedMs, facts.now) &&
          !isTaken(board, task, facts) &&
          `${task.assigned_to ?? 'its coder'} is no longer running, and no other coder is free`,
      )(board, facts),
  },
  {
    title: 'REVIEW LOOP',
    level: 'CRITICAL',
    found: (board) => {
      const { maxReviewCycles } = settingsOf(board.config);
      return ofTasks(
        ({ status, review_cycles_current: cycles, max_review_cycles }) =>
          !finalStatuses.has(status) && (cycles ?? 0) >= (max_review_cycles ?? maxReviewCycles) && `rejected ${cycles} times in a row`,
      )(board, never);
    },
  },
  {
    title: 'INTEGRATION FAILED',
    level: 'CRITICAL',
    isSaid: true,
    found: ofTasks((task) => {
      const reason = task.history?.findLast(({ event }) => event === 'integration_failed')?.reason;
      return task.status === 'INTEGRATION_FAILED' && (typeof reason === 'string' ? reason : 'it could not be merged');
    }),
  },
  {
    title: 'HYPOTHESIS EXHAUSTION',
    level: 'CRITICAL',
    found: ofTasks(
      ({ status, failed_by }) =>
        !finalStatuses.has(status) &&
        (failed_by?.length ?? 0) >= limits.failedCoders &&
        `${failed_by?.join(' and ')} failed: replace the task instead of trying it again`,
    ),
  },
  {
    title: 'IMMEDIATE DISCOVERY',
    level: 'CRITICAL',
    isSaid: true,
    found: ({ discovered }) =>
      (discovered ?? [])
        .filter(({ urgency, converted_to_task }) => urgency === 'immediate' && !converted_to_task)
        .map(({ id, by, description }) => ({ about: id ?? '', text: `${by ?? 'an agent'} found: ${description ?? ''}` })),
  },
  waiting('STALE PAUSE', 'WARNING', 'pausedSince', limits.staleMs, limits.forgottenMs),
  { ...waiting('PAUSE FORGOTTEN', 'CRITICAL', 'pausedSince', limits.forgottenMs), escalates: true },
  waiting('CHECKPOINT STALE', 'WARNING', 'checkpointSince', limits.staleMs, limits.forgottenMs),
  { ...waiting('CHECKPOINT STUCK', 'CRITICAL', 'checkpointSince', limits.forgottenMs, limits.abandonedMs), escalates: true },
  { ...waiting('CHECKPOINT ABANDONED?', 'CRITICAL', 'checkpointSince', limits.abandonedMs), escalates: true },
];

/** Every alert that the board justifies now; none for a sprint that is over. */
export function alertsOf(board: Board, facts: WatchFacts): readonly TeamAlert[] {
  if (board.sprint.status === 'COMPLETED' || board.sprint.status === 'ABORTED') return [];
  const isStopped = Boolean(facts.pausedSince ?? facts.checkpointSince);
  return rows
    .filter(({ whileWorking }) => !(whileWorking && isStopped))
    .flatMap(({ title, level, isSaid = false, escalates = false, found }) =>
      found(board, facts).map((each) => ({ level, title, isSaid, escalates, ...each })),
    );
}

/** The alert that the board itself is not valid. */
export const invalidAlert = (why: string): TeamAlert => ({
  ...{ level: 'CRITICAL', title: 'INVALID STATE', about: '', isSaid: true, escalates: false },
  text: `all agents wait: ${why}`,
});

/** What happened, what it means and what to do. */
function skewFound(agents: Board['agents'], { ahead, behind, ms }: ClockSkew): Found {
  const apart = ms < 2 * hours ? `${Math.round(ms / minutes)} minutes` : `${Math.round(ms / hours)} hours`;
  const [first, second] = [ahead, behind].map((host) => host.split(' ')[0]);
  const on = (host: string) => Object.keys(agents).filter((id) => agents[id]?.host === host);
  const [early, late] = [on(ahead), on(behind)].map((ids) => (ids.length === 0 ? '' : ` (${ids.join(', ')})`));
  return {
    about: `${first} and ${second}`,
    text:
      `the clock of ${first}${early} is at least ${apart} ahead of that of ${second}${late}, so leases and times on the board are wrong. ` +
      'Set both clocks, for example: timedatectl set-ntp true. In the meantime, agents that still report keep their work',
  };
}

const never: WatchFacts = { now: new Date(0), dead: new Set() };

function ofTasks(why: (task: Task, facts: WatchFacts) => string | false | null | undefined) {
  return ({ tasks }: Board, facts: WatchFacts): readonly Found[] =>
    tasks.flatMap((task) => {
      const text = why(task, facts);
      return text ? [{ about: task.id, text }] : [];
    });
}

const isPast = (time: string | null | undefined, afterMs: number, now: Date): boolean =>
  Boolean(time) && Date.parse(time ?? '') + afterMs <= now.getTime();

function nearLimit(task: Task, maxIterations: number, maxReviewCycles: number): string | undefined {
  const [iterations, cycles] = [task.max_iterations ?? maxIterations, task.max_review_cycles ?? maxReviewCycles];
  const [iteration, cycle] = [task.iteration ?? 0, task.review_cycles_current ?? 0];
  if (iteration >= nearOf(iterations)) return `iteration ${iteration} of ${iterations}`;
  if (cycle >= nearOf(cycles)) return `rejected ${cycle} of ${cycles} times`;
  const [failed] = task.failed_by ?? [];
  return task.failed_by?.length === limits.failedCoders - 1 && cycle >= limits.cyclesOfLast
    ? `${failed} failed it, and ${task.assigned_to} was rejected ${cycle} times`
    : undefined;
}

/** From which attempt the last one is near; never the first, however few there are. */
const nearOf = (max: number): number => Math.max(2, max - limits.leftBefore);

function stalled(board: Board, facts: WatchFacts): readonly Found[] {
  const isOpen = board.tasks.some(({ status }) => status !== 'DRAFT' && !finalStatuses.has(status));
  const isManned = facts.watchedSince !== undefined || Object.keys(board.agents).some((id) => isAlive(board, id, facts));
  const last = Math.max(lastWorkAt(board), facts.watchedSince?.getTime() ?? 0);
  if (!isOpen || !isManned || facts.now.getTime() - last < limits.staleMs) return [];
  return [{ about: '', text: `no task has moved since ${new Date(last).toISOString().slice(0, 19)}Z` }];
}

/** Whether a task is taken care of: its own coder is alive, or another one is idle. */
const isTaken = (board: Board, { assigned_to }: Task, living: Living): boolean =>
  Object.entries(board.agents).some(
    ([id, { role, status }]) => isAlive(board, id, living) && (id === assigned_to || (readRole(role) === 'coder' && status === 'IDLE')),
  );

/** The alert that something is waiting for the person: from a certain time on, until the next row reports it more urgently. */
function waiting(
  title: string,
  level: AlertLevel,
  since: 'pausedSince' | 'checkpointSince',
  fromMs: number,
  untilMs = Number.POSITIVE_INFINITY,
): Row {
  return {
    title,
    level,
    found(_, facts) {
      const began = facts[since];
      const waited = began === undefined ? 0 : facts.now.getTime() - began.getTime();
      if (began === undefined || waited < fromMs || waited >= untilMs) return [];
      const what = since === 'pausedSince' ? 'the team has been paused' : 'the team has been waiting at a checkpoint';
      return [{ about: '', text: `${what} since ${began.toISOString().slice(0, 19)}Z: artoo team resume` }];
    },
  };
}
