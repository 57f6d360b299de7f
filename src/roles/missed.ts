/** The criteria that verdicts call missed, and the same in words. Pure. */
import type { CriterionVerdict } from '../contracts/criteria.ts';

/** What did not pass, each criterion once. */
export function missedIn(verdicts: readonly CriterionVerdict[]): readonly CriterionVerdict[] {
  const missed = verdicts.filter(({ verdict }) => verdict !== 'pass');
  return [...new Map(missed.map((verdict) => [verdict.criterion, verdict])).values()];
}

/** Why work failed if there is no other reason; empty if nothing was missed. */
export const missedText = (verdicts: readonly CriterionVerdict[]): string =>
  missedIn(verdicts)
    .map(({ criterion, evidence }) => `${criterion}: ${evidence}`)
    .join('; ');
