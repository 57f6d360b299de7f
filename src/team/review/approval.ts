/** What an approval needs beyond a reviewer's word, looked up in the checkout. Pure. */
import type { Task } from '../board/board.ts';
import type { Verdict } from '../letters/letter.ts';

/** What code found in the checkout of the commit under review. */
export type ReviewFacts = {
  /** Whether the evidence for each criterion was found, in the order of the verdict. */
  readonly isEvidenceFound: readonly boolean[];
  /** Exit code of the test command; undefined if there is none. */
  readonly testExit: number | undefined;
  /** Whether a file of tests was added or changed. */
  readonly changesTests: boolean;
  /** Tests that existed before and are changed or gone: subject to no rule, but recorded for readers of the journal. */
  readonly tests?: { readonly changed: readonly string[]; readonly removed: readonly string[] };
};

/** Why the rules refuse this approval; empty if they do not. */
export function whyNotApproved(verdict: Verdict, task: Pick<Task, 'kind'>, facts: ReviewFacts | undefined): readonly string[] {
  if (!facts) return ['the checkout was not checked'];
  const { isEvidenceFound, testExit, changesTests } = facts;
  return [
    ...verdict.criteria
      .filter(({ verdict: judged }, at) => judged === 'pass' && isEvidenceFound[at] !== true)
      .map(({ criterion }) => `the evidence for "${criterion}" is not in the checkout: quote a file as path:line or its words, or reject`),
    ...(testExit !== undefined && testExit !== 0 ? [`the test command ends with ${testExit}`] : []),
    ...((task.kind ?? 'code') === 'code' && !changesTests ? ['a code task must bring tests, and no test file was changed'] : []),
  ];
}
