/** Why something failed, if the calls alone show it. Pure. */
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import { wasMade } from '../../contracts/execution.ts';
import type { DeclaredCall } from './evidence/declared-call.ts';
import { answered } from './evidence/ran-to-end.ts';

const environmental: ReadonlySet<string> = new Set(['not_found', 'permission', 'network', 'timeout', 'rate_limit', 'missing_program']);

/** `environmental` after an error in the surroundings from which no call recovered, `logical` if there was no error at all, otherwise null. */
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

/** `environmental` if there plainly was an obstacle, otherwise null. Code cannot tell why a text is wrong or why the executor gave up. */
export const obstacleIn = (calls: readonly DeclaredCall[]): CriterionVerdict['failure_class'] =>
  failureClass(calls) === 'environmental' ? 'environmental' : null;
