/** The signs of what was found about a criterion. */
import { type Span, span } from '../style/line.ts';
import type { Aim } from './state.ts';

export const signs = {
  pass: span('✓ ', 'good'),
  fail: span('✗ ', 'bad'),
  unverifiable: span('? ', 'fair'),
  open: span('○ ', 'muted'),
} as const satisfies Record<Aim['verdict'], Span>;
