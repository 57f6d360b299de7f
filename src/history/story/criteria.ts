/** Criteria and verdicts. Pure. */
import type { Check, Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { textOf, words } from './short-copies.ts';

export type CriterionStory = Pick<Criterion, 'criterion' | 'mode' | 'weight'> & {
  /** How code decides the criterion; null if a model judges it. */
  readonly check: string | null;
};

/** `seq` is the message with the verdict. */
export type VerdictStory = CriterionVerdict & { readonly seq: number };

export const criterionOf = ({ criterion, mode, weight, check }: Criterion): CriterionStory => ({
  criterion: words(criterion),
  mode,
  weight,
  check: check === undefined ? null : checkText(check),
});

function checkText({ kind, ...parts }: Check): string {
  const shown = Object.values(parts).flatMap((part) => (part === undefined ? [] : [textOf(part, 200)]));
  return words([kind.replaceAll('_', ' '), ...shown].join(' '), 300);
}

export const verdictOf = (verdict: CriterionVerdict, seq: number): VerdictStory => ({
  ...verdict,
  seq,
  criterion: words(verdict.criterion),
  evidence: words(verdict.evidence),
});
