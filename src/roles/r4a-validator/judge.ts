/** R4a's verdicts, decided by code from what was observed. The executor's own word counts for nothing here. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { ExecutionResult, ToolCall } from '../../contracts/execution.ts';
import type { Observation } from '../../tools/observe.ts';
import { decideCheck, type Finding } from '../decide-check.ts';

/** An execution that failed, or claims to be done although none of the tools its plan named worked, meets no criterion. */
export function whyNotDone({ status, reason, tool_calls }: ExecutionResult, tools: readonly string[]): string | null {
  if (status === 'failed') return reason ?? 'the executor gave up without a reason';
  if (tools.length > 0 && !tool_calls.some(({ ok }) => ok)) return 'the executor claims to be done, but no tool call succeeded';
  return null;
}

/** The verdict on one criterion. `why` overrules every check. */
export function judge(
  asked: Criterion,
  execution: ExecutionResult,
  observation: Observation | undefined,
  why: string | null,
): CriterionVerdict {
  const { criterion, mode, weight, check } = asked;
  const { verdict, evidence }: Finding =
    why === null ? decideCheck(check, execution.output, observation) : { verdict: 'fail', evidence: why };
  const failure_class = verdict === 'fail' ? classOf(execution.tool_calls) : null;
  return { criterion, mode, weight, verdict, failure_class, evidence, by: why === null && check ? 'check' : 'code' };
}

const environmental: ReadonlySet<string> = new Set(['not_found', 'permission', 'network', 'timeout', 'rate_limit', 'missing_program']);

/** Plain cases only: an error of the surroundings that was never recovered, or nothing but successes. Anything between is left open. */
function classOf(calls: readonly ToolCall[]): CriterionVerdict['failure_class'] {
  const lasting = calls.filter(
    (call, at) => !call.ok && !calls.slice(at + 1).some((later) => later.ok && later.tool === call.tool && later.target === call.target),
  );
  if (lasting.some(({ error_class }) => error_class !== undefined && environmental.has(error_class))) return 'environmental';
  return lasting.length === 0 && calls.length > 0 ? 'logical' : null;
}
