/** What code decides about an attempt, without a model and without the executor's word. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult } from '../../contracts/execution.ts';
import { obstacleIn } from '../judging/failure-class.ts';

/** An execution that failed, or claims to be done although none of the tools its plan named worked in it, meets no criterion: words alone change nothing. */
export function whyNotDone({ status, reason, tool_calls }: ExecutionResult, tools: readonly string[]): string | null {
  if (status === 'failed') return reason ?? 'the executor gave up without a reason';
  if (tools.length > 0 && !tool_calls.some(({ ok }) => ok)) return 'the executor claims to be done, but no tool call succeeded';
  return null;
}

/** The verdict on every criterion of an execution that did nothing: only what plainly stood in its way is classed, and a refusal is no failure of anything. */
export function notDone(
  criteria: readonly Criterion[],
  why: string,
  { refused, tool_calls }: ExecutionResult,
): readonly CriterionVerdict[] {
  const failure_class = refused ? null : obstacleIn(tool_calls);
  return criteria.map(({ criterion, mode, weight }) => ({
    criterion,
    mode,
    weight,
    verdict: 'fail',
    failure_class,
    evidence: why,
    by: 'code',
  }));
}
