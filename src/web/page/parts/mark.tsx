/** The sign of what was found: a shape and a word, never a colour alone. */
import type { ReactNode } from 'react';

export type Finding = 'pass' | 'fail' | 'unverifiable' | 'open' | 'busy';

const signs = {
  pass: ['✓', 'good', 'met'],
  fail: ['✗', 'bad', 'not met'],
  unverifiable: ['?', 'fair', 'could not be checked'],
  open: ['○', 'muted', 'not checked yet'],
  busy: ['●', 'accent', 'under way'],
} as const satisfies Record<Finding, readonly [sign: string, style: string, word: string]>;

/** `word` replaces the text for screen readers. */
export function Mark({ of, word }: { readonly of: Finding; readonly word?: string }): ReactNode {
  const [sign, style, usual] = signs[of];
  return (
    <span className={`mark is-${style}`} role="img" aria-label={word ?? usual} title={word ?? usual}>
      {sign}
    </span>
  );
}
