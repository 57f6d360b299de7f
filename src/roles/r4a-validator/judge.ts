/** What code decides about an attempt, without a model and without the executor's word. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { DeclaredCall } from '../judging/evidence/declared-call.ts';
import { ranToEnd } from '../judging/evidence/ran-to-end.ts';
import { obstacleIn } from '../judging/failure-class.ts';

/**
 * An execution that failed meets no criterion, and neither does one that claims to be done although no call ran to its end in any attempt where its plan
 * named tools: words alone change nothing.
 */
export function whyNotDone({ status, reason }: ExecutionResult, tools: readonly string[], calls: readonly ToolCall[]): string | null {
  if (status === 'failed') return reason ?? 'the executor gave up without a reason';
  if (tools.length > 0 && !calls.some(ranToEnd)) return 'the executor claims to be done, but no tool call ran to its end';
  return null;
}

/** The verdict on every criterion of an execution that did nothing: only what plainly stood in its way is classed, and a refusal is no failure of anything. */
export function notDone(
  criteria: readonly Criterion[],
  why: string,
  { refused, tool_calls }: { readonly refused: boolean; readonly tool_calls: readonly DeclaredCall[] },
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
