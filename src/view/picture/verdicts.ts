/** Criteria and what was found about them: each finding is told once, and again only when it changes. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { aimText } from '../words/aim-text.ts';
import { below, type LedLine, said, signed } from './layout.ts';
import { signs } from './signs.ts';
import type { Aim } from './state.ts';
import type { Told } from './told.ts';

type Verdict = Pick<CriterionVerdict, 'criterion' | 'verdict' | 'evidence' | 'by'>;

export type Verdicts = {
  readonly aims: readonly Aim[];
  /** The criteria of a plan. Returns those that are new. */
  expect(criteria: readonly Criterion[]): readonly Criterion[];
  /** What was found; the lines of what was not told yet. */
  find(verdicts: readonly Verdict[]): readonly LedLine[];
  /** It is tried again: the same finding with another reason is told then. */
  again(): void;
};

export function createVerdicts(told: Told): Verdicts {
  const aims = new Map<string, Aim['verdict']>();
  const last = new Map<string, Verdict['verdict']>();
  const settled = new Set<string>();
  return {
    get aims() {
      return Array.from(aims, ([criterion, verdict]) => ({ text: aimText(criterion), verdict }));
    },
    expect(criteria) {
      const fresh = criteria.filter(({ criterion }) => !aims.has(criterion));
      aims.clear();
      settled.clear();
      for (const { criterion } of criteria) aims.set(criterion, 'open');
      return fresh;
    },
    find(verdicts) {
      return verdicts.flatMap(({ criterion, verdict, evidence, by }) => {
        if (aims.has(criterion)) aims.set(criterion, verdict);
        const isNew = last.get(criterion) !== verdict;
        if (!isNew && settled.has(criterion)) return [];
        last.set(criterion, verdict);
        settled.add(criterion);
        const why = verdict === 'pass' ? '' : told.once(evidence);
        if (!isNew && why === '') return [];
        const label = by === 'model' ? 'judges' : 'checks';
        const reason = why === '' ? [] : [below(said(why, 'muted'))];
        return [signed(label, signs[verdict], said(aimText(criterion))), ...reason];
      });
    },
    again: () => settled.clear(),
  };
}
