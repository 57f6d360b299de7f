/** The kind of check that holds if something in a file matches a pattern. */
import type { CheckKind, CheckOf } from './check-kind.ts';
import { foundInFile, quoted } from './finding.ts';
import { whyMatchesAll, whyNoPattern } from './output-matches.ts';
import { provesByText } from './proof.ts';

export const fileMatches: CheckKind<CheckOf<'file_matches'>> = {
  world: '{ "kind": "file_matches", "path": "…", "pattern": "RE2 regular expression, ^ and $ match at lines" }',
  whyInvalid: whyNoPattern,
  whyHollow: whyMatchesAll,
  look: (check) => check,
  decide: ({ pattern }, { observation }) => foundInFile(observation, `has nothing that matches ${quoted(pattern)}`),
  proves: ({ path, pattern }, criterion, weighing) => provesByText(path, wordsIn(pattern), criterion, weighing),
};

/** The words that a pattern asks for, without its special characters. */
const wordsIn = (pattern: string): string =>
  pattern.replaceAll(/\\[dDwWsSbBAzpP]|\(\?[a-z:]{1,6}|[[\](){}^$|+*?]/g, ' ').replaceAll(/\\(.)/g, '$1');
