/** A verdict that code gives without a check. Pure. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';

type Reason = Pick<CriterionVerdict, 'verdict' | 'failure_class' | 'evidence'>;

export const verdictByCode = ({ criterion, mode, weight }: Criterion, { verdict, failure_class, evidence }: Reason): CriterionVerdict => {
  return { criterion, mode, weight, verdict, failure_class, evidence, by: 'code' };
};
