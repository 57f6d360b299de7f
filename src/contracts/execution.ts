/** What was done about a sub-task, and what was found when it was checked. */
import { z } from 'zod';
import { Criterion, CriterionVerdict, FailureClass } from './criteria.ts';
import { SubTaskId, TaskId } from './ids.ts';
import { Json } from './shapes/json.ts';
import { listOf, record, shape } from './shapes/shape.ts';

const attempt = z.int().min(1);

export const toolErrorClasses = [
  'not_found',
  'permission',
  'exists',
  'network',
  'timeout',
  'rate_limit',
  'missing_program',
  'invalid_input',
  'refused',
  'failed',
] as const;

export const fileChanges = ['created', 'changed', 'deleted', 'metadata'] as const;

export const Declined = shape('Declined', 'An action that the person refused, or changed, when they were asked about it.', {
  action: z.string(),
  /** The command line that the person made of it. */
  edited: z.string().optional(),
  /** What the person said to do instead. */
  instead: z.string().optional(),
  /** What it would have changed; the question has all of it. */
  effects: listOf(record({ path: z.string().min(1), change: z.enum(fileChanges) })),
  /** At the end of a task: which of these paths its answer mentions, other than to say that they were left as they were. What it says is not backed up. */
  mentioned: listOf(z.string()).optional(),
});
export type Declined = z.infer<typeof Declined>;

export const ToolCall = shape('ToolCall', 'One tool call as evidence: what was asked, and the head and tail of what came back.', {
  call_id: z.string().min(1),
  tool: z.string().min(1),
  programs: listOf(z.string()).optional(),
  /** The shell lines that an earlier call started and whose output this call shows, one per line. */
  started: z.string().optional(),
  input: Json,
  target: z.string(),
  ok: z.boolean(),
  exit_code: z.int().optional(),
  output_head_tail: z.string(),
  error_class: z.enum(toolErrorClasses).optional(),
  /** Set if artoo stopped while the call ran, and the person confirms that it took effect: what it printed and changed is not known. */
  assured: z.literal(true).optional(),
  /** Absolute paths that the call changed on disk; for a file that it moved, also the old path. */
  changed: listOf(record({ path: z.string().min(1), change: z.enum(fileChanges), moved_from: z.string().optional() })).optional(),
  /** What the person refused, or changed, when they were asked about the call. */
  declined: listOf(Declined).optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Whether the call ran. A refused call did not: it proves nothing about the tool or the world. */
export const wasMade = ({ error_class }: Pick<ToolCall, 'error_class'>): boolean => error_class !== 'refused';

export const ExecutionResult = shape('ExecutionResult', 'What R3 did, and what it claims the result is: R4a judges that.', {
  subtask_id: SubTaskId,
  attempt,
  status: z.enum(['completed', 'failed']),
  output: Json,
  tool_calls: listOf(ToolCall),
  reason: z.string().nullable(),
  refused: z.boolean(),
  /** Set if a call was refused because no one answered the question. */
  unanswered: z.literal(true).optional(),
  /** Set if the executor reported that the sub-task cannot be done. */
  infeasible: z.literal(true).optional(),
});
export type ExecutionResult = z.infer<typeof ExecutionResult>;

export const CorrectionSignal = shape('CorrectionSignal', 'The fast loop: what was wrong with the last attempt and what to do about it.', {
  subtask_id: SubTaskId,
  attempt_number: attempt,
  failed_criterion: z.string(),
  failure_class: FailureClass.nullable(),
  what_was_wrong: z.string(),
  what_to_do: z.string(),
});
export type CorrectionSignal = z.infer<typeof CorrectionSignal>;

const Gap = shape('Gap', 'Which criteria one attempt failed.', {
  attempt,
  failed_criteria: listOf(record({ criterion: z.string(), failure_class: FailureClass.nullable() })),
});

export const SubTaskOutcome = shape('SubTaskOutcome', "The end of one sub-task: every criterion's verdict, and every call that was made.", {
  subtask_id: SubTaskId,
  parent_task_id: TaskId,
  intent: z.string().min(1),
  status: z.enum(['matched', 'failed']),
  output: Json,
  failure_reason: z.string().nullable(),
  refused: z.boolean(),
  /** Set if a call was refused because no one answered the question. */
  unanswered: z.literal(true).optional(),
  success_criteria: listOf(Criterion),
  criteria_verdicts: listOf(CriterionVerdict),
  /** The verdicts on the task criteria, if this was the only sub-task and both were judged together. */
  task_verdicts: listOf(CriterionVerdict).optional(),
  gap_trajectory: listOf(Gap),
  tool_calls: listOf(ToolCall),
});
export type SubTaskOutcome = z.infer<typeof SubTaskOutcome>;
