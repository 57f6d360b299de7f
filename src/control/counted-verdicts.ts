/** Which verdicts on the task's criteria count (SPEC §4, the goal stays where it was). Pure. */
import type { Criterion, CriterionVerdict } from '../contracts/criteria.ts';
import type { Amendment } from '../contracts/plan.ts';

type Asked = { readonly task_criteria: readonly Criterion[]; readonly amended: readonly Amendment[] };

/** The verdicts, one for each task criterion in their order, as they count: without what a later plan added and passed, and with all that was given up, as failed. */
export function countedVerdicts({ task_criteria, amended }: Asked, verdicts: readonly CriterionVerdict[]): readonly CriterionVerdict[] {
  const counted = verdicts.filter(({ verdict }, at) => verdict !== 'pass' || task_criteria[at]?.added !== true);
  return [...counted, ...amended.map(givenUp)];
}

/** No class: a criterion that was given up says nothing about how the work was done. */
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

/** Why a criterion was given up, and what was asked for in its place. */
export const whyGivenUp = ({ instead, why }: Pick<Amendment, 'instead' | 'why'>): string =>
  `given up: ${why}${instead === '' ? '' : ` (instead: ${instead})`}`;
