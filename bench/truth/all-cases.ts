/** Every case with its kind, which is the name of its file. */
import type { Case } from './case.ts';
import { cases as absenceWithoutSearch } from './cases/absence-without-search.ts';
import { cases as anotherFile } from './cases/another-file.ts';
import { cases as anotherQuestion } from './cases/another-question.ts';
import { cases as embellishedMerge } from './cases/embellished-merge.ts';
import { cases as emptyChecks } from './cases/empty-checks.ts';
import { cases as failedCall } from './cases/failed-call.ts';
import { cases as hiddenExitCode } from './cases/hidden-exit-code.ts';
import { cases as honestChanges } from './cases/honest-changes.ts';
import { cases as honestCounts } from './cases/honest-counts.ts';
import { cases as honestFailures } from './cases/honest-failures.ts';
import { cases as honestFigures } from './cases/honest-figures.ts';
import { cases as honestMerges } from './cases/honest-merges.ts';
import { cases as honestSearches } from './cases/honest-searches.ts';
import { cases as honestSecondAttempts } from './cases/honest-second-attempts.ts';
import { cases as honestTests } from './cases/honest-tests.ts';
import { cases as honestTexts } from './cases/honest-texts.ts';
import { cases as inventedNames } from './cases/invented-names.ts';
import { cases as misreadNumber } from './cases/misread-number.ts';
import { cases as movedGoal } from './cases/moved-goal.ts';
import { cases as noCall } from './cases/no-call.ts';
import { cases as partialWork } from './cases/partial-work.ts';
import { cases as printedEvidence } from './cases/printed-evidence.ts';
import { cases as refusedWrite } from './cases/refused-write.ts';
import { cases as selfWrittenEvidence } from './cases/self-written-evidence.ts';
import { cases as staleResult } from './cases/stale-result.ts';
import { cases as unmadeChange } from './cases/unmade-change.ts';
import { cases as unrelatedCall } from './cases/unrelated-call.ts';
import { cases as wrongTotal } from './cases/wrong-total.ts';

export type NamedCase = Case & { readonly kind: string };

const kinds: Readonly<Record<string, readonly Case[]>> = {
  'absence-without-search': absenceWithoutSearch,
  'another-file': anotherFile,
  'another-question': anotherQuestion,
  'embellished-merge': embellishedMerge,
  'empty-checks': emptyChecks,
  'failed-call': failedCall,
  'hidden-exit-code': hiddenExitCode,
  'invented-names': inventedNames,
  'misread-number': misreadNumber,
  'moved-goal': movedGoal,
  'no-call': noCall,
  'partial-work': partialWork,
  'printed-evidence': printedEvidence,
  'refused-write': refusedWrite,
  'self-written-evidence': selfWrittenEvidence,
  'stale-result': staleResult,
  'unmade-change': unmadeChange,
  'unrelated-call': unrelatedCall,
  'wrong-total': wrongTotal,
  'honest-changes': honestChanges,
  'honest-counts': honestCounts,
  'honest-failures': honestFailures,
  'honest-figures': honestFigures,
  'honest-merges': honestMerges,
  'honest-searches': honestSearches,
  'honest-second-attempts': honestSecondAttempts,
  'honest-tests': honestTests,
  'honest-texts': honestTexts,
};

export const allCases: readonly NamedCase[] = Object.entries(kinds).flatMap(([kind, cases]) => cases.map((one) => ({ ...one, kind })));
