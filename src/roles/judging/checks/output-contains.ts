/** The kind of check that holds if the answer contains a text, word for word. */
import { excerpt } from '../../../tools/observing/observe-excerpt.ts';
import { outputText } from '../../output-text.ts';
import type { CheckKind, CheckOf } from './check-kind.ts';
import { fail, pass, passage, quoted } from './finding.ts';

export const outputContains: CheckKind<CheckOf<'output_contains'>> = {
  form: '{ "kind": "output_contains", "text": "…" }',
  whyHollow: whyInEveryText,
  decide({ text }, seen) {
    const output = outputText(seen.output);
    const start = output.indexOf(text);
    if (start === -1) return fail(`the output does not contain ${quoted(text)}`);
    return pass(passage(excerpt(output, { start, end: start + text.length })));
  },
};

/** Why every answer contains this text; undefined if one can lack it. */
export function whyInEveryText({ text }: { readonly text: string }): string | undefined {
  return text.trim() === '' ? 'every text contains white space' : undefined;
}
