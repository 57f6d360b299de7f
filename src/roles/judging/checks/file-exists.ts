/** The kind of check that holds if there is something at a path other than a broken link. */
import { speaksOfKept } from '../criterion/speaks-of.ts';
import type { CheckKind, CheckOf } from './check-kind.ts';
import { decided, fileWords, unseen } from './finding.ts';
import { isOnlyAbout } from './proof.ts';

const presence = /\b(?:exists?|is there|are there|present|created|is saved|been saved|written to|in place)\b/i;

export const fileExists: CheckKind<CheckOf<'file_exists'>> = {
  world: '{ "kind": "file_exists", "path": "…" }',
  look: (check) => check,
  decide: (_, { observation: seen }) =>
    seen?.of === 'file' ? decided(seen.type !== null && seen.type !== 'link', fileWords(seen)) : unseen(seen),
  proves: ({ path }, criterion, weighing) =>
    (presence.test(criterion) || speaksOfKept(criterion)) && isOnlyAbout(path, criterion, weighing),
};
