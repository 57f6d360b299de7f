/** What code decides about an attempt, without a model and without trusting the executor. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import { itWasRefused } from '../../contracts/told-unmet.ts';
import type { DeclaredCall } from '../judging/evidence/declared-call.ts';
import { ranToEnd } from '../judging/evidence/ran-to-end.ts';
import { obstacleIn } from '../judging/failure-class.ts';
import { onlyClaimed } from '../judging/only-claimed.ts';
import { verdictByCode } from '../judging/verdict-by-code.ts';

/**
 * Why an execution cannot meet any criterion: it failed, or it claims to be done although its plan named tools and no call in any attempt ran to its
 * end.
 */
export function whyNotDone({ status, reason }: ExecutionResult, tools: readonly string[], calls: readonly ToolCall[]): string | null {
  if (status === 'failed') return reason ?? 'the executor gave up without a reason';
  if (tools.length > 0 && !calls.some(ranToEnd)) return onlyClaimed;
  return null;
}

type Execution = Pick<ExecutionResult, 'refused'> & { readonly tool_calls: readonly DeclaredCall[] };

/**
 * The verdicts for an execution that cannot meet any criterion, with a failure class only if there was a plain obstacle, and never after a refusal.
 */
export function notDone(criteria: readonly Criterion[], why: string, { refused, tool_calls }: Execution): readonly CriterionVerdict[] {
  const failure_class = refused ? null : obstacleIn(tool_calls);
  return criteria.map((criterion) => verdictByCode(criterion, { verdict: 'fail', failure_class, evidence: refused ? itWasRefused : why }));
}
