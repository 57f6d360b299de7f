/** What kind of advice memory gave before a plan, in words. Pure. */
import type { Calibration } from '../../contracts/decisions.ts';
import { oneLine } from '../../contracts/text/shorten.ts';

type Kind = Calibration['result']['entries'][number]['kind'];

const leads: Readonly<Record<string, string>> = {
  'MUST NOT': 'avoid',
  'SHOULD PREFER': 'prefer',
  CAUTION: 'careful',
  NOTE: 'known',
} as const satisfies Record<Kind, string>;

type Entry = { readonly kind: string; readonly enforced: boolean; readonly text: string; readonly declared?: string | undefined };

const maxLength = 300;

/**
 * What kind of advice it is, and its text. What code enforces counts as forbidden, what the person declared as the person's; an unknown kind keeps
 * its name.
 */
export function adviceOf({ kind, enforced, text, declared }: Entry): { readonly word: string; readonly text: string } {
  if (declared !== undefined) return { word: 'you said', text: oneLine(declared, maxLength) };
  return { word: enforced ? 'forbidden' : (leads[kind] ?? kind), text };
}
