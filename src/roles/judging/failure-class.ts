/** Why something failed, where the calls alone make it plain. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import { wasMade } from '../../contracts/execution.ts';
import type { DeclaredCall } from './evidence/declared-call.ts';
import { answered } from './evidence/ran-to-end.ts';

const environmental: ReadonlySet<string> = new Set(['not_found', 'permission', 'network', 'timeout', 'rate_limit', 'missing_program']);

/**
 * An error of the surroundings that was never recovered is environmental; no error at all, and still a miss, is logical. Anything between is left open. A call that was refused was not made, and an exit code that is an answer is no failure.
 */
export function failureClass(calls: readonly DeclaredCall[]): CriterionVerdict['failure_class'] {
  const made = calls.filter(wasMade);
  const recovered = new Set<string>();
  let failures = 0;
  for (const one of made.toReversed()) {
    const { tool, programs = [], error_class } = one;
    const call = `${tool} ${programs[0] ?? ''}`;
    if (answered(one)) recovered.add(call);
    else if (!recovered.has(call)) {
      if (error_class !== undefined && environmental.has(error_class)) return 'environmental';
      failures += 1;
    }
  }
  return failures === 0 ? 'logical' : null;
}

/** What plainly stood in the way, if anything did. Why a text is wrong, or why somebody gave up, is not for code to say. */
export const obstacleIn = (calls: readonly DeclaredCall[]): CriterionVerdict['failure_class'] =>
  failureClass(calls) === 'environmental' ? 'environmental' : null;
