/** The kind of check that holds if there is nothing at a path. */
import type { CheckKind, CheckOf } from './check-kind.ts';
import { decided, fileWords, unseen } from './finding.ts';
import { isOnlyAbout } from './proof.ts';

const absence = /\b(?:absent|removed|deleted|gone|no longer|not exist|not there|missing|is not present|does not remain)\b/i;

export const fileAbsent: CheckKind<CheckOf<'file_absent'>> = {
  world: '{ "kind": "file_absent", "path": "…" }',
  look: (check) => check,
  decide: (_, { observation: seen }) => (seen?.of === 'file' ? decided(seen.type === null, fileWords(seen)) : unseen(seen)),
  proves: ({ path }, criterion, weighing) => absence.test(criterion) && isOnlyAbout(path, criterion, weighing),
};
