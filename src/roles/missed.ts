/** The criteria that were missed according to the verdicts, as data and as text. Pure. */
import type { CriterionVerdict } from '../contracts/criteria.ts';

/** The verdicts that are not a pass, each criterion once. */
export function missedIn(verdicts: readonly CriterionVerdict[]): readonly CriterionVerdict[] {
  const missed = verdicts.filter(({ verdict }) => verdict !== 'pass');
  return [...new Map(missed.map((verdict) => [verdict.criterion, verdict])).values()];
}

/** Why the work failed, if there is no other reason than missed criteria; empty if nothing was missed. */
export const missedText = (verdicts: readonly CriterionVerdict[]): string =>
  missedIn(verdicts)
    .map(({ criterion, evidence }) => `${criterion}: ${evidence}`)
    .join('; ');
