/** The medium loop: what R4b reports, what R7 directs, and the only way a task ends. */
import { z } from 'zod';
import { CriterionVerdict, FailureClass } from './criteria.ts';
import { errorCodes } from './errors.ts';
import { Declined, fileChanges, SubTaskOutcome } from './execution.ts';
import { SubTaskId, TaskId } from './ids.ts';
import { Party, RoleId } from './parties.ts';
import { BlockedTarget } from './plan.ts';
import { Json } from './shapes/json.ts';
import { count, listOf, shape } from './shapes/shape.ts';

const unit = z.number().min(0).max(1);
const round = z.int().min(1);
const actions = ['break_symmetry', 'change_approach', 'change_path', 'refine'] as const;
export const Directive = z.enum(actions);
export type Directive = z.infer<typeof Directive>;
export const prevDirective = z.enum(['init', ...actions]);
export const urgency = z.enum(['low', 'normal', 'high']);
export const roundFailure = z.enum([...FailureClass.options, 'mixed']);
export const EndReason = z.enum([
  'met',
  'close_enough',
  'gap',
  'impossible',
  'budget',
  'cancelled',
  'refused',
  'no_plan',
  'infrastructure',
]);

export const Loss = shape(
  'Loss',
  'How far the result is from the goal, how implausible the process was, how much was spent, and the weighted sum.',
  {
    D: unit,
    P: unit,
    Omega: unit,
    L: z.number(),
  },
);
export type Loss = z.infer<typeof Loss>;

export const ReplanRequest = shape('ReplanRequest', 'The round did not meet the goal: everything R7 needs to pick a direction.', {
  task_id: TaskId,
  round,
  gap_summary: z.string(),
  failed_subtasks: listOf(SubTaskId),
  correction_count: count,
  elapsed_ms: z.number().min(0),
  outcomes: listOf(SubTaskOutcome),
  task_verdicts: listOf(CriterionVerdict).optional(),
  task_checks: listOf(CriterionVerdict).optional(),
  merged_output: Json,
  recommendation: z.enum(['replan', 'abandon']),
});
export type ReplanRequest = z.infer<typeof ReplanRequest>;

export const OutcomeSummary = shape('OutcomeSummary', 'Every sub-task matched and every task criterion passed.', {
  summary: z.string(),
  merged_output: Json,
  elapsed_ms: z.number().min(0),
  outcomes: listOf(SubTaskOutcome),
  task_verdicts: listOf(CriterionVerdict),
});

export const PlanDirective = shape('PlanDirective', 'The kind of change the next plan must make, and what it must not use.', {
  task_id: TaskId,
  round,
  loss: Loss,
  prev_directive: prevDirective,
  directive: Directive,
  urgency,
  blocked_tools: listOf(z.string()),
  blocked_targets: listOf(BlockedTarget),
  failed_criterion: z.string().nullable(),
  failure_class: roundFailure,
  budget_pressure: unit,
  grad_l: z.number(),
  rationale: z.string().min(1),
  gap_summary: z.string().default(''),
  /** What was tried and found in all rounds, written by code. */
  findings: z.string().default(''),
  /** Whether any call of the task has run: until then, the planner may not report that anything is impossible. */
  ran: z.boolean().default(false),
  /** Whether the person has added something since the plan was made: the round was measured against the earlier request, so it blocks nothing. */
  steered: z.boolean().optional(),
});
export type PlanDirective = z.infer<typeof PlanDirective>;

const Unmet = shape('Unmet', 'A criterion that was not met or not judged, and why.', {
  criterion: z.string(),
  why: z.string(),
  /** Set if the criterion has not been checked; absent in older journals. */
  unchecked: z.literal(true).optional(),
});
export type Unmet = z.infer<typeof Unmet>;

export const HandoffRequest = shape(
  'HandoffRequest',
  'R7 is about to abandon the task: R2 is asked what was achieved and what a person could do next.',
  {
    round: count,
    why: z.string(),
    outcomes: listOf(SubTaskOutcome),
    unmet: listOf(Unmet),
    /** What was tried and found in all rounds, written by code. */
    findings: z.string().default(''),
  },
);
export type HandoffRequest = z.infer<typeof HandoffRequest>;

export const Failure = shape('Failure', 'The infrastructure failed: a model, a role or the host, not the work itself.', {
  code: z.enum(errorCodes),
  role: Party,
  detail: z.string(),
  /** Details that help to find the cause, if there are more than a person needs. */
  more: z.string().optional(),
});

/** Why a task was cancelled, if no other reason is given. */
export const youCancelled = 'you cancelled it';

export const Cancel = shape('Cancel', 'The person wants the task to end now.', { why: z.string().default(youCancelled) });

export const FileEffect = shape('FileEffect', 'One change on disk.', {
  path: z.string().min(1),
  change: z.enum(fileChanges),
  /** SHA-256 of the new content. */
  hash: z.string().optional(),
  /** For a new path: the path that disappeared at the same time and had exactly the same content. */
  moved_from: z.string().optional(),
  /** How the lines of a text file change. */
  diff: z.string().optional(),
  /** Why the change needs approval; absent if it needs none by itself. */
  why: z.string().optional(),
});
export type FileEffect = z.infer<typeof FileEffect>;

const spent = {
  model_calls: count,
  tool_calls: count,
  input_tokens: count,
  output_tokens: count,
  model_ms: z.number().min(0),
  tool_ms: z.number().min(0),
  /** In US dollars, as far as prices are known. */
  usd: z.number().min(0).default(0),
  /** Models whose price is unknown. */
  unpriced: listOf(z.string()).default([]),
  /** Set if the provider did not report the usage of some calls: tokens and money are then upper bounds. Absent in older journals. */
  estimated: z.boolean().optional(),
};

export const RoleCost = shape('RoleCost', 'What one role used.', { role: RoleId, ...spent });
export type RoleCost = z.infer<typeof RoleCost>;

export const Cost = shape('Cost', 'What the task used, summed from its journal by the host.', {
  active_ms: z.number().min(0),
  ...spent,
  /** The same amounts for each role that used anything; empty in journals of format 1. */
  by_role: listOf(RoleCost).default([]),
});
export type Cost = z.infer<typeof Cost>;

export const FinalResult = shape(
  'FinalResult',
  'The only way in which a task can end. `cost`, `changed` and `audited` are filled in by the host.',
  {
    task_id: TaskId,
    summary: z.string(),
    output: Json,
    unmet: listOf(Unmet),
    ungrounded: listOf(z.string()),
    loss: Loss,
    grad_l: z.number(),
    replans: count,
    prev_directive: prevDirective,
    directive: z.enum(['accept', 'success', 'abandon']),
    reason: EndReason,
    next_moves: listOf(z.string()),
    /** Whether a law or the person refused an action that the task needed. */
    refused: z.boolean().default(false),
    /** The code of the failure that ended the task, if one did. */
    failure: z.enum(errorCodes).nullable().default(null),
    /** Set if code wrote the output because nothing was achieved; everything in the output is also shown in other places. */
    bare: z.literal(true).optional(),
    /** What the person refused, or changed, and what was not done after all; absent if there is nothing. */
    declined: listOf(Declined).optional(),
    changed: listOf(FileEffect),
    cost: Cost,
    /** Whether the auditor reads the task's journal; absent in older results. */
    audited: z.boolean().optional(),
  },
);
export type FinalResult = z.infer<typeof FinalResult>;
