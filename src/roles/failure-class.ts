/** Why something failed, where the calls alone make it plain. */
import type { CriterionVerdict } from '../contracts/criteria.ts';
import type { ToolCall } from '../contracts/execution.ts';

const environmental: ReadonlySet<string> = new Set(['not_found', 'permission', 'network', 'timeout', 'rate_limit', 'missing_program']);

/**
 * An error of the surroundings that was never recovered is environmental; no error at all, and still a miss, is logical. Anything between is left open. A call that was refused was not made.
 */
export function failureClass(calls: readonly ToolCall[]): CriterionVerdict['failure_class'] {
  const made = calls.filter(({ error_class }) => error_class !== 'refused');
  const recovered = new Set<string>();
  let failures = 0;
  for (const { ok, tool, target, error_class } of made.toReversed()) {
    const call = `${tool}\0${target}`;
    if (ok) recovered.add(call);
    else if (!recovered.has(call)) {
      if (error_class !== undefined && environmental.has(error_class)) return 'environmental';
      failures += 1;
    }
  }
  return failures === 0 ? 'logical' : null;
}
