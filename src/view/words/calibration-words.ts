/** What memory said before a plan, in words: without figures, and without the words that are meant for the planner. Pure. */
import type { Calibration } from '../../contracts/decisions.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { withoutFigures } from '../memory/experience.ts';

type Kind = Calibration['result']['entries'][number]['kind'];

const leads: Readonly<Record<string, string>> = {
  'MUST NOT': 'avoid',
  'SHOULD PREFER': 'prefer',
  CAUTION: 'careful',
  NOTE: 'known',
} as const satisfies Record<Kind, string>;

type Entry = { readonly kind: string; readonly enforced: boolean; readonly text: string; readonly declared?: string | undefined };

const maxLength = 300;

/** What kind of advice it is, and what it says. What code enforces is forbidden; what the person declared is theirs; a kind that is not known is named as it is. */
export function adviceOf({ kind, enforced, text, declared }: Entry): { readonly word: string; readonly text: string } {
  if (declared !== undefined) return { word: 'you said', text: oneLine(declared, maxLength) };
  return { word: enforced ? 'forbidden' : (leads[kind] ?? kind), text: adviceText(text) };
}

/** Without the figure, and in the words of the rest of what is told. */
export const adviceText = (text: string): string =>
  withoutFigures(text)
    .replace(/ \((a rule)?(?:, )?(?:decision [+−]?[\d.]+ from (\d+ tasks?(?: or more)?))?\)/, (_, rule?: string, tasks?: string) => {
      const grounds = [...(rule ? [rule] : []), ...(tasks ? [`from ${tasks}`] : [])].join(', ');
      return grounds === '' ? '' : ` (${grounds})`;
    })
    .replace(/^shell:(?=\S)/, '')
    .replace(' in tasks of the kind ', ' in tasks like ');
