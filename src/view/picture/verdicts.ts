/** Criteria and the findings about them: each finding is shown once, and again only when it changes. */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { aimText } from '../words/aim-text.ts';
import { below, type LedLine, said, signed } from './layout.ts';
import type { ShownReasons } from './shown-reasons.ts';
import { signs } from './signs.ts';
import type { Aim } from './state.ts';

type Verdict = Pick<CriterionVerdict, 'criterion' | 'verdict' | 'evidence' | 'by'>;

export type Verdicts = {
  readonly aims: readonly Aim[];
  /** The criteria of a plan and of its sub-tasks, for which there are no findings yet. Returns those of the plan that are new. */
  expect(criteria: readonly Criterion[], ofSubTasks: readonly Criterion[]): readonly Criterion[];
  /** Takes findings and returns the lines of those that have not been shown yet. */
  find(verdicts: readonly Verdict[]): readonly LedLine[];
  /** Takes findings that count but are not shown. */
  note(verdicts: readonly Pick<Verdict, 'criterion' | 'verdict'>[]): void;
  /** The last finding about a criterion since it was planned, if any. */
  found(criterion: string): Verdict['verdict'] | undefined;
  /** Another attempt begins: if a finding is the same but its reason is not, it is shown again. */
  again(): void;
};

export function createVerdicts(told: ShownReasons): Verdicts {
  const aims = new Map<string, Aim['verdict']>();
  const last = new Map<string, Verdict['verdict']>();
  const settled = new Set<string>();
  const found = new Map<string, Verdict['verdict']>();
  const note: Verdicts['note'] = (verdicts) => {
    for (const { criterion, verdict } of verdicts) found.set(criterion, verdict);
  };
  return {
    get aims() {
      return Array.from(aims, ([criterion, verdict]) => ({ text: aimText(criterion), verdict }));
    },
    note,
    found: (criterion) => found.get(criterion),
    expect(criteria, ofSubTasks) {
      const fresh = criteria.filter(({ criterion }) => !aims.has(criterion));
      aims.clear();
      settled.clear();
      for (const { criterion } of criteria) aims.set(criterion, 'open');
      for (const { criterion } of [...criteria, ...ofSubTasks]) found.delete(criterion);
      return fresh;
    },
    find(verdicts) {
      note(verdicts);
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
