/** The state of a team: its tasks, its agents, and what needs the person. Pure. */
import { oneLine } from '../contracts/text/shorten.ts';
import { blockedWords } from './blocked-words.ts';
import { type Agent, type Board, finalStatuses, type Task, taskOf } from './board/board.ts';
import { settingsOf } from './board/settings.ts';
import { byPriority, isAlive, type Living } from './claimable.ts';
import { type Cycle, cyclesOf } from './report/task-path.ts';
import { firstBlocker } from './review/verdict.ts';
import { nextStepOf, whySteered } from './steering/next-step.ts';
import type { SupervisorFacts } from './supervisor/next.ts';
import { type TeamAlert, type WatchFacts, alertsOf as watchedOf } from './watch/alerts.ts';

export type TaskState = {
  readonly id: string;
  readonly status: Task['status'];
  readonly description: string;
  /** The task's coder or reviewer, whichever has to act. */
  readonly who: string | undefined;
  readonly iteration: readonly [number, number] | undefined;
  readonly cycle: readonly [number, number] | undefined;
  /** The rest of the lease in seconds; below zero if it has ended. */
  readonly leaseLeft: number | undefined;
  readonly waitsFor: readonly string[];
  readonly reason: string | undefined;
  readonly questions: readonly string[];
  /** What steering measured and decided after the last rejection, if the task is not final. */
  readonly steered: Cycle | undefined;
};

export type AgentState = {
  readonly id: string;
  readonly status: string;
  readonly task: string | undefined;
  readonly runner: string | undefined;
  readonly isAlive: boolean;
  readonly leaseLeft: number | undefined;
};

/** What needs the person: in words, and the command that deals with it. */
export type Alert = {
  readonly isUrgent: boolean;
  readonly text: string;
  readonly more: readonly string[];
  readonly command: string | undefined;
};

export type TeamStatus = {
  readonly goal: string;
  readonly goalStatus: string;
  readonly spec: string | undefined;
  readonly sprint: string;
  readonly sprintStatus: string;
  readonly integrationBranch: string;
  readonly testCommand: string | undefined;
  readonly done: number;
  /** Open tasks first, beginning with the most urgent; then final ones. */
  readonly tasks: readonly TaskState[];
  readonly agents: readonly AgentState[];
  readonly alerts: readonly Alert[];
  /** Alerts that a watcher would add. */
  readonly watched: readonly TeamAlert[];
};

type StatusFacts = WatchFacts & { readonly control: SupervisorFacts['control'] };

export function statusOf(board: Board, facts: StatusFacts): TeamStatus {
  const { integrationBranch, testCommand } = settingsOf(board.config);
  const isFinal = ({ status }: Task) => finalStatuses.has(status);
  const inOrder = [...board.tasks].sort((a, b) => Number(isFinal(a)) - Number(isFinal(b)) || byPriority(a, b));
  return {
    goal: board.goal.description ?? '',
    goalStatus: board.goal.status ?? 'IN_PROGRESS',
    spec: board.goal.spec_ref ?? undefined,
    sprint: board.sprint.id ?? 'sprint',
    sprintStatus: board.sprint.status ?? 'IN_PROGRESS',
    integrationBranch,
    testCommand,
    done: board.tasks.filter(isFinal).length,
    tasks: inOrder.map((task) => taskState(board, task, facts)),
    agents: Object.entries(board.agents).map(([id, agent]) => agentState(board, id, agent, facts)),
    alerts: alertsOf(board, facts),
    watched: watchedOf(board, facts)
      .filter(({ isSaid }) => !isSaid)
      .sort((a, b) => Number(b.level === 'CRITICAL') - Number(a.level === 'CRITICAL')),
  };
}

function taskState(board: Board, task: Task, { now }: Living): TaskState {
  const { maxIterations, maxReviewCycles } = settingsOf(board.config);
  const isReview = task.status === 'READY_FOR_REVIEW';
  const lease = isReview ? task.review_lease_expires : task.status === 'CLAIMED' ? task.lease_expires : undefined;
  const isHeld = isReview || task.status === 'CLAIMED' || task.status === 'REJECTED';
  return {
    id: task.id,
    status: task.status,
    description: task.description ?? '',
    who: (isReview ? task.reviewing_by : isHeld ? task.assigned_to : undefined) ?? undefined,
    iteration: task.iteration && !finalStatuses.has(task.status) ? [task.iteration, task.max_iterations ?? maxIterations] : undefined,
    cycle: task.review_cycles_current ? [task.review_cycles_current, task.max_review_cycles ?? maxReviewCycles] : undefined,
    leaseLeft: leftOf(lease, now),
    waitsFor: task.status === 'UNCLAIMED' ? (task.depends_on ?? []).filter((id) => taskOf(board, id)?.status !== 'MERGED') : [],
    reason: reasonOf(task),
    questions: task.status === 'BLOCKED' ? (task.blocked_questions ?? []) : [],
    steered: finalStatuses.has(task.status) || !task.steering ? undefined : cyclesOf(task).at(-1),
  };
}

function reasonOf(task: Task): string | undefined {
  if (task.status === 'BLOCKED') return task.blocked_reason ? blockedWords(task.blocked_reason) : undefined;
  if (task.status === 'REJECTED') return (nextStepOf(task) && whySteered(task)) ?? firstBlocker(task.rejection_reason ?? '');
  if (task.status === 'SUPERSEDED') return `by ${(task.superseded_by ?? []).join(', ')}`;
  const said =
    task.status === 'INTEGRATION_FAILED' ? task.history?.findLast(({ event }) => event === 'integration_failed')?.reason : undefined;
  return typeof said === 'string' ? said : undefined;
}

function agentState(board: Board, id: string, { status, current_task, runner, lease_expires }: Agent, living: Living): AgentState {
  return {
    id,
    status,
    task: current_task ?? undefined,
    runner: runner ?? undefined,
    isAlive: isAlive(board, id, living),
    leaseLeft: leftOf(lease_expires, living.now),
  };
}

const leftOf = (lease: string | null | undefined, now: Date): number | undefined =>
  lease ? Math.round((Date.parse(lease) - now.getTime()) / 1_000) : undefined;

/** What needs the person, the most urgent first. */
function alertsOf(board: Board, facts: StatusFacts): readonly Alert[] {
  const alerts = [...stops(board, facts), ...board.tasks.flatMap((task) => taskAlert(board, task) ?? []), ...steps(board, facts)];
  return [...alerts.filter(({ isUrgent }) => isUrgent), ...alerts.filter(({ isUrgent }) => !isUrgent)];
}

const urgent = (text: string, command?: string, more: readonly string[] = []): Alert => ({ isUrgent: true, text, more, command });
const calm = (text: string, command?: string): Alert => ({ isUrgent: false, text, more: [], command });

/** What keeps the whole team from working. */
function stops({ sprint }: Board, { control, checkpointWhy }: StatusFacts): readonly Alert[] {
  if (sprint.status === 'ABORTED' || control.abort) return [urgent('The team was aborted.')];
  return [
    ...(control.checkpoint || sprint.status === 'CHECKPOINT'
      ? [
          urgent(
            `The team is waiting at a checkpoint for you to decide${checkpointWhy === undefined ? '.' : `: ${oneLine(checkpointWhy, 300)}`}`,
            'artoo team resume --decision CONTINUE --because "looks good"',
          ),
        ]
      : []),
    ...(control.pause ? [urgent('The team is paused.', 'artoo team resume')] : []),
  ];
}

function taskAlert(board: Board, { id, status, blocked_reason, blocked_questions, failed_by }: Task): Alert | undefined {
  if (status === 'BLOCKED') {
    const failed = (failed_by?.length ?? 0) >= 2 ? ` after ${failed_by?.join(' and ')} failed` : '';
    return urgent(
      `${id} is blocked${failed}: ${blockedWords(blocked_reason ?? '')}`,
      `artoo team task unblock ${id} "what changed"`,
      blocked_questions ?? [],
    );
  }
  const coders = Object.keys(board.agents).filter((agent) => agent.startsWith('coder-'));
  if (status === 'INTEGRATION_FAILED' && coders.length > 0 && coders.every((coder) => failed_by?.includes(coder)))
    return urgent(`${id} could not be merged, and every coder failed to fix it.`, `artoo team task show ${id}`);
  return undefined;
}

/** What comes next, if it is up to the person. */
function steps(board: Board, facts: StatusFacts): readonly Alert[] {
  if (board.sprint.status === 'COMPLETED')
    return [
      calm('The sprint is done. What was done, and what to look at before you merge it:', 'artoo team report'),
      calm('If something is missing:', 'artoo team plan "what is missing"'),
    ];
  if (board.sprint.status !== 'IN_PROGRESS') return [];
  const drafts = board.tasks.filter(({ status }) => status === 'DRAFT').length;
  const urgentFinds = (board.discovered ?? []).filter((each) => each.urgency === 'immediate' && !each.converted_to_task);
  const isIdle = !Object.keys(board.agents).some((id) => isAlive(board, id, facts));
  const isOpen = board.tasks.some(({ status }) => status !== 'DRAFT' && !finalStatuses.has(status));
  return [
    ...urgentFinds.map(({ by, description }) => urgent(`${by ?? 'An agent'} found something urgent: ${description}`)),
    ...(board.tasks.length === 0 ? [calm('Nothing is planned yet.', 'artoo team plan')] : []),
    ...(drafts > 0 ? [calm(`${drafts === 1 ? 'One draft waits' : `${drafts} drafts wait`} for your approval.`, 'artoo team plan')] : []),
    ...(isOpen && isIdle ? [calm('No agent is at work.', 'artoo team run')] : []),
  ];
}
