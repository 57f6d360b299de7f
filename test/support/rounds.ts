/** Rounds as the controller sees them: verdicts, calls and sub-tasks with only the required fields. */
import type { CriterionVerdict } from '../../src/contracts/criteria.ts';
import type { SubTaskOutcome, ToolCall } from '../../src/contracts/execution.ts';
import type { SubTaskId, TaskId } from '../../src/contracts/ids.ts';

export const verdict = (more: Partial<CriterionVerdict> = {}): CriterionVerdict => ({
  criterion: 'c',
  mode: 'verifiable',
  weight: 1,
  verdict: 'pass',
  failure_class: null,
  evidence: '',
  by: 'check',
  ...more,
});

/** A sub-task with these verdicts on criteria of equal weight; it has failed if one of them did not pass. */
export const outcome = (criteria_verdicts: readonly CriterionVerdict[], more: Partial<SubTaskOutcome> = {}): SubTaskOutcome => ({
  subtask_id: 't-1-1' as SubTaskId,
  parent_task_id: 't' as TaskId,
  intent: 'i',
  status: criteria_verdicts.every((each) => each.verdict === 'pass') ? 'matched' : 'failed',
  output: null,
  failure_reason: null,
  refused: false,
  success_criteria: criteria_verdicts.map(({ criterion, mode, weight }) => ({ criterion, mode, weight })),
  criteria_verdicts,
  gap_trajectory: [],
  tool_calls: [],
  ...more,
});

/** A call that worked. */
export const call = (tool: string, more: Partial<ToolCall> = {}): ToolCall => ({
  call_id: '1.1.1/R3/1.1',
  tool,
  input: null,
  target: 'a.txt',
  ok: true,
  output_head_tail: '',
  ...more,
});
