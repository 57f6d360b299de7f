/** The kind of check that holds if a file contains a text, word for word. */
import type { CheckKind, CheckOf } from './check-kind.ts';
import { foundInFile, quoted } from './finding.ts';
import { whyInEveryText } from './output-contains.ts';
import { provesByText } from './proof.ts';

export const fileContains: CheckKind<CheckOf<'file_contains'>> = {
  world: '{ "kind": "file_contains", "path": "…", "text": "…" }',
  whyHollow: whyInEveryText,
  look: (check) => check,
  decide: ({ text }, { observation }) => foundInFile(observation, `does not contain ${quoted(text)}`),
  proves: ({ path, text }, criterion, weighing) => provesByText(path, text, criterion, weighing),
};
