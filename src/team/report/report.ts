/** What a team has done, with the outcome: everything that a page, a terminal or a summary needs, as data. Pure. */

import { oneLine } from '../../contracts/text/shorten.ts';
import { blockedWords } from '../blocked-words.ts';
import { type Board, finalStatuses, type Task, type TaskStatus } from '../board/board.ts';
import { settingsOf } from '../board/settings.ts';
import { claims } from '../lifecycle/claiming.ts';
import { metricsOf, type SprintMetrics } from '../sprint/metrics.ts';
import { type Alert, statusOf } from '../status.ts';
import { workedMs } from '../steering/worked-ms.ts';
import type { SupervisorFacts } from '../supervisor/next.ts';
import type { TeamAlert, WatchFacts } from '../watch/alerts.ts';
import { type Check, checklistOf, detailText } from './checklist.ts';
import { type Cycle, cyclesOf, driftOf, type Step, stepsOf } from './task-path.ts';
import { type CostSum, sumOf, type TurnReport, turnsSince } from './turn-list.ts';

export type TaskReport = {
  readonly id: string;
  readonly status: TaskStatus;
  readonly description: string;
  readonly kind: string;
  readonly spec: string | undefined;
  readonly claims: number;
  readonly rejections: number;
  /** The coders of the task, in the order of their first claims. */
  readonly coders: readonly string[];
  readonly reviewers: readonly string[];
  readonly steps: readonly Step[];
  readonly cycles: readonly Cycle[];
  /** Why the task continues as it does, if it is not final and was steered. */
  readonly why: string | undefined;
  /** From the first claim until the task became final, or until now; absent if it was never claimed. */
  readonly lastedMs: number | undefined;
  /** How long agents worked on the task. */
  readonly workedMs: number;
  readonly driftCommits: number | undefined;
  readonly commit: string | undefined;
  readonly cost: CostSum;
};

export type TeamReport = {
  readonly made: string;
  readonly goal: {
    readonly text: string;
    readonly status: string;
    readonly spec: string | undefined;
    readonly created: string | undefined;
  };
  readonly sprint: {
    readonly id: string;
    readonly status: string;
    readonly started: string | undefined;
    readonly ended: string | undefined;
    readonly deadline: string | undefined;
    readonly lastedMs: number | undefined;
    /** The person's decisions at checkpoints. */
    readonly decisions: readonly { readonly at: string; readonly decision: string; readonly because: string }[];
  };
  readonly integrationBranch: string;
  readonly testCommand: string | undefined;
  readonly metrics: SprintMetrics;
  /** How long agents worked in this sprint. */
  readonly workedMs: number;
  /** The cost of the turns in this sprint; a task's own cost covers all its turns, including those in earlier sprints. */
  readonly cost: CostSum;
  /** In the order in which they were planned. */
  readonly tasks: readonly TaskReport[];
  readonly turns: readonly TurnReport[];
  readonly anomalies: readonly {
    readonly at: string;
    readonly task: string;
    readonly by: string;
    readonly type: string;
    readonly text: string;
  }[];
  /** What needs the person now. */
  readonly alerts: readonly Alert[];
  /** Alerts that a watcher would add. */
  readonly watched: readonly TeamAlert[];
  /** The newest lines of `.liza/alerts.log`, oldest first. */
  readonly alertLog: readonly string[];
  readonly questions: readonly { readonly task: string; readonly question: string; readonly reason: string }[];
  readonly discoveries: readonly {
    readonly by: string;
    readonly severity: string;
    readonly text: string;
    readonly task: string | undefined;
  }[];
  readonly checklist: readonly Check[];
};

export type ReportFacts = WatchFacts & {
  readonly control: SupervisorFacts['control'];
  readonly turns: readonly TurnReport[];
  readonly alertLog: readonly string[];
};

export function reportOf(board: Board, facts: ReportFacts): TeamReport {
  const { goal, sprint } = board;
  const { integrationBranch, testCommand } = settingsOf(board.config);
  const { started, ended, deadline } = sprint.timeline ?? {};
  const { alerts, watched } = statusOf(board, facts);
  const turns = turnsSince(facts.turns, started ?? undefined);
  const tasks = board.tasks.map((task) => taskReport(task, facts));
  return {
    made: facts.now.toISOString(),
    goal: {
      text: goal.description ?? '',
      status: goal.status ?? 'IN_PROGRESS',
      spec: goal.spec_ref ?? undefined,
      created: goal.created ?? undefined,
    },
    sprint: {
      id: sprint.id ?? 'sprint',
      status: sprint.status ?? 'IN_PROGRESS',
      started: started ?? undefined,
      ended: ended ?? undefined,
      deadline: deadline ?? undefined,
      lastedMs: started ? between(started, ended ?? facts.now.toISOString()) : undefined,
      decisions: decisionsIn(sprint.retrospective),
    },
    integrationBranch,
    testCommand,
    metrics: metricsOf(board),
    workedMs: board.tasks.reduce((sum, task) => sum + workedMs(task, lastTime(task, facts.now), started ? Date.parse(started) : 0), 0),
    cost: sumOf(turns),
    tasks,
    turns,
    anomalies: (board.anomalies ?? []).map(({ timestamp, task, task_id, reporter, logged_by, type, details }) => ({
      at: timestamp ?? '',
      task: task ?? task_id ?? '',
      by: reporter ?? logged_by ?? '',
      type,
      text: oneLine(detailText(details), 400),
    })),
    alerts,
    watched,
    alertLog: facts.alertLog,
    questions: board.tasks.flatMap(({ id, status, blocked_questions, blocked_reason }) =>
      status === 'BLOCKED'
        ? (blocked_questions ?? []).map((question) => ({ task: id, question, reason: blockedWords(blocked_reason ?? '') }))
        : [],
    ),
    discoveries: (board.discovered ?? []).map(({ by, severity, description, converted_to_task }) => ({
      by: by ?? '',
      severity: severity ?? 'low',
      text: description ?? '',
      task: converted_to_task ?? undefined,
    })),
    checklist: checklistOf(board),
  };
}

function taskReport(task: Task, { now, turns }: ReportFacts): TaskReport {
  const history = task.history ?? [];
  const claimed = history.filter(({ event }) => claims.has(event));
  const cycles = cyclesOf(task);
  const isOver = finalStatuses.has(task.status);
  const [first, last] = [claimed[0]?.time, lastTime(task, now)];
  return {
    id: task.id,
    status: task.status,
    description: task.description ?? '',
    kind: task.kind ?? 'code',
    spec: task.spec_ref ?? undefined,
    claims: claimed.length,
    rejections: history.filter(({ event }) => event === 'rejected').length,
    coders: distinct(claimed.map(({ agent }) => agent)),
    reviewers: distinct(history.filter(({ event }) => event === 'approved' || event === 'rejected').map(({ agent }) => agent)),
    steps: stepsOf(task),
    cycles,
    why: isOver || !task.steering ? undefined : cycles.at(-1)?.why,
    lastedMs: first ? between(first, last.toISOString()) : undefined,
    workedMs: workedMs(task, last),
    driftCommits: driftOf(task),
    commit: task.merge_commit ?? undefined,
    cost: sumOf(turns.filter((turn) => turn.task === task.id)),
  };
}

/** When a task became final, or now. */
function lastTime({ status, history }: Task, now: Date): Date {
  const time = Date.parse(history?.at(-1)?.time ?? '');
  return finalStatuses.has(status) && !Number.isNaN(time) ? new Date(time) : now;
}

const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from));

const distinct = (names: readonly (string | null | undefined)[]): readonly string[] => [...new Set(names.flatMap((name) => name || []))];

/** The person's decisions; entries written by scripts in another form are ignored. */
function decisionsIn(retrospective: unknown): TeamReport['sprint']['decisions'] {
  if (!Array.isArray(retrospective)) return [];
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return retrospective.flatMap((each: Readonly<Record<string, unknown>> | null) =>
    typeof each?.decision === 'string' ? [{ at: textOf(each.timestamp), decision: each.decision, because: textOf(each.because) }] : [],
  );
}
