/**
 * The board of a team, `.liza/state.yaml`: one schema for what people, scripts and artoo write into it. Unknown fields are kept. Fields that may be
 * absent may be null too, as scripts leave them. Rules across several fields are in validate.ts.
 */
import { z } from 'zod';

export const taskStatuses = [
  'DRAFT',
  'UNCLAIMED',
  'CLAIMED',
  'READY_FOR_REVIEW',
  'REJECTED',
  'APPROVED',
  'MERGED',
  'BLOCKED',
  'SUPERSEDED',
  'ABANDONED',
  'INTEGRATION_FAILED',
] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The statuses in which a task can no longer move. */
export const finalStatuses: ReadonlySet<TaskStatus> = new Set(['MERGED', 'SUPERSEDED', 'ABANDONED']);

/** The statuses of a task that a coder holds; it holds one at a time. */
export const activeStatuses: ReadonlySet<TaskStatus> = new Set(['CLAIMED', 'READY_FOR_REVIEW', 'REJECTED']);

export const anomalyTypes = [
  'retry_loop',
  'trade_off',
  'spec_ambiguity',
  'external_blocker',
  'assumption_violated',
  'scope_deviation',
  'workaround',
  'debt_created',
  'spec_changed',
  'hypothesis_exhaustion',
  'spec_gap',
  'review_deadlock',
  'system_ambiguity',
] as const;
export type AnomalyType = (typeof anomalyTypes)[number];

const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
const count = z.number().int().min(0).nullish();
const flag = z.boolean().nullish();
const anything = z.unknown().optional();
const readable = (time: string): boolean => !Number.isNaN(Date.parse(time));
const time = z.string().refine(readable, 'is not a time').nullish();

export const HistoryEvent = z.looseObject({ time, event: z.string(), agent: text });
export type HistoryEvent = z.infer<typeof HistoryEvent>;

const Steering = z.looseObject({ replans: count, prev_directive: text, last: anything, worsening: count });

export const Task = z.looseObject({
  id: z.string(),
  description: text,
  status: z.enum(taskStatuses),
  priority: z.number().nullish(),
  created: time,
  spec_ref: text,
  done_when: z.union([z.string(), z.array(z.string())]).nullish(),
  scope: anything,
  depends_on: texts,
  kind: z.enum(['code', 'docs', 'config', 'spec']).nullish(),
  spec_hash: text,
  spec_seen: text,

  assigned_to: text,
  worktree: text,
  base_commit: text,
  previous_commit: text,
  lease_expires: time,
  iteration: count,
  fencing: count,
  turns: count,
  handoff_pending: flag,
  integration_fix: flag,

  review_commit: text,
  reviewing_by: text,
  review_lease_expires: time,
  approved_by: text,
  merge_commit: text,
  rejection_reason: text,
  review_cycles_current: count,
  review_cycles_total: count,
  steering: Steering.nullish(),

  blocked_reason: text,
  blocked_questions: texts,
  attempted: texts,
  failed_by: texts,
  superseded_by: texts,
  supersedes: z.union([z.string(), z.array(z.string())]).nullish(),
  rescope_reason: text,

  max_iterations: count,
  max_review_cycles: count,
  lease_duration_override: count,
  history: z.array(HistoryEvent).nullish(),
});
export type Task = z.infer<typeof Task>;

export const Agent = z.looseObject({
  role: z.string(),
  status: z.string(),
  current_task: text,
  lease_expires: time,
  heartbeat: time,
  terminal: text,
  iterations_total: count,
  context_percent: z.number().nullish(),
  pid: count,
  host: text,
  runner: text,
});
export type Agent = z.infer<typeof Agent>;

const Anomaly = z.looseObject({
  id: text,
  timestamp: time,
  task: text,
  task_id: text,
  reporter: text,
  logged_by: text,
  type: z.enum(anomalyTypes),
  details: z.record(z.string(), z.unknown()).nullish(),
});

const Discovery = z.looseObject({
  id: text,
  by: text,
  during: text,
  description: text,
  severity: text,
  urgency: z.enum(['deferred', 'immediate']).nullish(),
  recommendation: text,
  created: time,
  converted_to_task: text,
});

const Handoff = z.looseObject({
  agent: text,
  context_used: anything,
  timestamp: time,
  summary: text,
  next_action: text,
  approach: text,
  blockers: anything,
  files_modified: anything,
  next_steps: anything,
});

const Goal = z.looseObject({
  id: text,
  description: text,
  spec_ref: text,
  created: time,
  status: z.enum(['IN_PROGRESS', 'COMPLETED', 'ABORTED']).nullish(),
  alignment_history: z.array(z.looseObject({ timestamp: time, event: text, summary: text })).nullish(),
});

const Sprint = z.looseObject({
  id: text,
  goal_ref: text,
  scope: z.looseObject({ planned: texts, stretch: texts }).nullish(),
  timeline: z.looseObject({ started: time, deadline: time, checkpoint_at: time, ended: time }).nullish(),
  status: z.enum(['IN_PROGRESS', 'CHECKPOINT', 'COMPLETED', 'ABORTED']).nullish(),
  metrics: z.record(z.string(), z.unknown()).nullish(),
  retrospective: anything,
});

const limit = z.number().positive().nullish();

/**
 * What the person may set on the board itself; settings.ts has the defaults. Commands on the board run contained; the board never sets which program
 * an agent is.
 */
const Config = z.looseObject({
  max_coder_iterations: limit,
  max_review_cycles: limit,
  heartbeat_interval: limit,
  lease_duration: limit,
  coder_poll_interval: limit,
  planner_poll_interval: limit,
  reviewer_poll_interval: limit,
  coder_max_wait: limit,
  planner_max_wait: limit,
  reviewer_max_wait: limit,
  integration_branch: text,
  escalation_webhook: text,
  artoo: z
    .looseObject({
      test_command: text,
      test_paths: texts,
      setup: text,
      check: texts,
      plan_review: flag,
      steer: flag,
      review_hours: limit,
      turn_minutes: limit,
    })
    .nullish(),
});

const Breaker = z.looseObject({
  last_check: time,
  status: z.enum(['OK', 'TRIGGERED']).nullish(),
  current_trigger: z.looseObject({ timestamp: time, pattern: text, severity: text, report_file: text }).nullish(),
  history: z
    .array(z.looseObject({ timestamp: time, pattern: text, severity: text, result: text, resolution: text, resolved_at: time }))
    .nullish(),
});

export const Board = z.looseObject({
  version: z.union([z.number(), z.string()]),
  goal: Goal,
  tasks: z.array(Task),
  agents: z.record(z.string(), Agent),
  discovered: z.array(Discovery).nullish(),
  handoff: z.record(z.string(), Handoff).nullish(),
  human_notes: z.array(z.looseObject({ timestamp: time, message: text, for: text })).nullish(),
  spec_changes: z.array(z.looseObject({ timestamp: time, spec: text, change: text, triggered_by: text })).nullish(),
  anomalies: z.array(Anomaly).nullish(),
  sprint: Sprint,
  circuit_breaker: Breaker.nullish(),
  config: Config,
});
export type Board = z.infer<typeof Board>;
export type BoardConfig = Board['config'];

/** A task by its id. */
export const taskOf = (board: Pick<Board, 'tasks'>, id: string): Task | undefined => board.tasks.find((task) => task.id === id);

/** What must be true when a task is done: each line is one criterion. */
export const criteriaOf = ({ done_when }: Pick<Task, 'done_when'>): readonly string[] =>
  (typeof done_when === 'string' ? done_when.split('\n') : (done_when ?? []))
    .map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
    .filter(Boolean);
