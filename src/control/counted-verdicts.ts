/** Which verdicts on the task's criteria count, so that later plans cannot move the goal (SPEC §4). Pure. */
import type { Criterion, CriterionVerdict } from '../contracts/criteria.ts';
import type { Amendment } from '../contracts/plan.ts';

type Asked = { readonly task_criteria: readonly Criterion[]; readonly amended: readonly Amendment[] };

/**
 * The verdicts that count, given one per task criterion in order: passes of criteria added by a later plan are left out, and criteria given up count
 * as failed.
 */
export function countedVerdicts({ task_criteria, amended }: Asked, verdicts: readonly CriterionVerdict[]): readonly CriterionVerdict[] {
  const counted = verdicts.filter(({ verdict }, at) => verdict !== 'pass' || task_criteria[at]?.added !== true);
  return [...counted, ...amended.map(givenUp)];
}

/** Has no failure class: giving up a criterion says nothing about how the work was done. */
const givenUp = ({ criterion, mode, weight, ...amendment }: Amendment): CriterionVerdict => ({
  criterion,
  mode,
  weight,
  verdict: 'fail',
  failure_class: null,
  evidence: whyGivenUp(amendment),
  by: 'code',
  amended: true,
});

/** Why a criterion was given up, and what replaces it. */
export const whyGivenUp = ({ instead, why }: Pick<Amendment, 'instead' | 'why'>): string =>
  `given up: ${why}${instead === '' ? '' : ` (instead: ${instead})`}`;
