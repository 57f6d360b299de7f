/** A row of an entry as a line in colour: who, what and the detail. Pure. */
import { clean } from '../rows/columns.ts';
import type { Row, Tone } from '../rows/row.ts';
import { type Style, span } from '../style/line.ts';
import type { LedLine } from './layout.ts';

const maxDetail = 220;

/** Empty for a row about what a decision was based on. */
export function rowLine({ who, what, detail, weight, tone }: Row): readonly LedLine[] {
  if (weight === 'fine') return [];
  const lead = [span(`${who.padEnd(5)} `, 'muted'), span(`${clean(what, maxDetail).padEnd(12)} `, styles[tone])];
  return [{ lead, text: [span(clean(detail, maxDetail))] }];
}

const styles = { good: 'good', bad: 'bad', fair: 'fair', plain: 'strong' } as const satisfies Record<Tone, Style>;
