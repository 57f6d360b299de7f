/** The kind of check that holds if something in the answer matches a pattern. */
import { excerpt } from '../../../tools/observing/observe-excerpt.ts';
import { readPattern } from '../../../tools/observing/pattern.ts';
import { outputText } from '../../output-text.ts';
import type { CheckKind, CheckOf } from './check-kind.ts';
import { briefly, fail, named, oneLine, pass, passage, quoted, unverifiable } from './finding.ts';

export const outputMatches: CheckKind<CheckOf<'output_matches'>> = {
  form: '{ "kind": "output_matches", "pattern": "…" }',
  whyInvalid: whyNoPattern,
  whyHollow: whyMatchesAll,
  decide(check, seen) {
    const output = outputText(seen.output);
    const pattern = readPattern(check.pattern);
    if (!pattern.ok) return unverifiable(oneLine(`the pattern cannot be used: ${pattern.error}`));
    const span = pattern.find(output);
    if (span === 'too_long') return unverifiable('the output is too long for this pattern');
    return span ? pass(passage(excerpt(output, span))) : fail(`nothing in the output matches ${quoted(check.pattern)}`);
  },
};

type HasPattern = { readonly pattern: string };

/** Why a text is not a valid pattern. */
export function whyNoPattern({ pattern: text }: HasPattern): string | undefined {
  const pattern = readPattern(text);
  return pattern.ok ? undefined : `${named(text)} is not a pattern (${briefly(pattern.error)})`;
}

/** Why every text matches a pattern: one that matches the empty text matches everywhere. `\A\z` matches only the empty text, so it can fail. */
export function whyMatchesAll({ pattern: text }: HasPattern): string | undefined {
  const pattern = readPattern(text);
  const isHollow = pattern.ok && typeof pattern.find('') === 'object' && typeof pattern.find('\u0001') === 'object';
  return isHollow ? 'the pattern matches the empty text, and so every text' : undefined;
}
