/** Small pieces of work: a sub-task, its calls, its criteria and the findings, with only the required fields. */
import type { Criterion, CriterionVerdict } from '../../src/contracts/criteria.ts';
import type { ExecutionResult, SubTaskOutcome, ToolCall } from '../../src/contracts/execution.ts';
import { type SubTaskId, subTaskId, type TaskId } from '../../src/contracts/ids.ts';
import type { DispatchManifest, SubTask } from '../../src/contracts/plan.ts';

export const task_id = 't' as TaskId;
const subtask_id = 't-1-1' as SubTaskId;

/** A call that worked. */
export const call = (more: Partial<ToolCall> = {}): ToolCall => ({
  call_id: '1.1.1/R3/1.1',
  tool: 'read_file',
  input: {},
  target: 'a.txt',
  ok: true,
  output_head_tail: '',
  ...more,
});

/** A call that failed; it has no class if the class is unknown. */
export const failing = (error_class?: ToolCall['error_class'], more: Partial<ToolCall> = {}): ToolCall =>
  call({ ok: false, ...(error_class ? { error_class } : {}), ...more });

export const criterion = (more: Partial<Criterion> = {}): Criterion => ({ criterion: 'it is so', mode: 'plausible', weight: 1, ...more });

export const verdict = (more: Partial<CriterionVerdict> = {}): CriterionVerdict => ({
  criterion: 'it is so',
  mode: 'plausible',
  weight: 1,
  verdict: 'pass',
  failure_class: null,
  evidence: '',
  by: 'model',
  ...more,
});

export const subTask = (more: Partial<SubTask> = {}): SubTask => ({
  subtask_id,
  parent_task_id: task_id,
  index: 1,
  round: 1,
  sequence: 1,
  intent: 'do it',
  success_criteria: [criterion()],
  context: '',
  surroundings: '',
  tools: [],
  blocked: { tools: [], targets: [] },
  cautions: [],
  deadline: null,
  ...more,
});

/** An attempt that claims to be done after one call. */
export const execution = (more: Partial<ExecutionResult> = {}): ExecutionResult => ({
  subtask_id,
  attempt: 1,
  status: 'completed',
  output: 'all done',
  tool_calls: [call()],
  reason: null,
  refused: false,
  ...more,
});

/** A sub-task that matched. */
export const outcome = (more: Partial<SubTaskOutcome> = {}): SubTaskOutcome => ({
  subtask_id,
  parent_task_id: task_id,
  intent: 'do it',
  status: 'matched',
  output: 'all done',
  failure_reason: null,
  refused: false,
  success_criteria: [criterion()],
  criteria_verdicts: [verdict()],
  gap_trajectory: [],
  tool_calls: [],
  ...more,
});

/** A round with one sub-task for each of these sequences, `part 1`, `part 2` and so on. */
export const manifest = (sequences: readonly number[], more: Partial<DispatchManifest> = {}): DispatchManifest => ({
  task_id,
  round: 1,
  subtasks: sequences.map((sequence, at) => ({
    subtask_id: subTaskId(task_id, 1, at + 1),
    sequence,
    intent: `part ${at + 1}`,
    success_criteria: [criterion({ criterion: `part ${at + 1} is so`, weight: at + 1 })],
  })),
  task_spec: {
    task_id,
    slug: 'do_it',
    intent: 'do it',
    constraints: { scope: null, deadline: null },
    raw_input: 'Do it.',
    clarifications: [],
    kind: 'task',
    cwd: '/home',
  },
  task_criteria: [],
  fingerprint: 'f',
  dispatched_at: '2025-01-31T12:00:00.000Z',
  amended: [],
  surroundings: '',
  ...more,
});
