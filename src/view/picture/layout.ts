/** Lines that begin with a lead, such as a label or a mark: text that is wrapped continues below the text, not below the lead. Pure. */
import { clip } from '../../contracts/text/shorten.ts';
import { visible } from '../../contracts/text/visible.ts';
import { type Line, lineWidth, type Span, type Style, span } from '../style/line.ts';
import { wrapLine } from '../style/wrap-line.ts';

export type LedLine = { readonly lead: Line; readonly text: Line };

/** How wide labels are, including the space after them. */
const gutter = 13;

const labelSpan = (label: string): Span => span(`${label.padEnd(gutter - 1)} `, 'muted');

/** A label and a text. */
export const labelled = (label: string, ...text: Line): LedLine => ({ lead: [labelSpan(label)], text });

/** A label, a sign and a text. */
export const signed = (label: string, sign: Span, ...text: Line): LedLine => ({ lead: [labelSpan(label), sign], text });

/** A text that adds to the line above. */
export const below = (...text: Line): LedLine => ({ lead: [labelSpan(''), span('  ')], text });

/** A text from a model or the world as a span: one line of at most `max` characters, without control characters. */
export const said = (text: string, style: Style = 'plain', max = maxSaid): Span =>
  span(clip(visible(text.replaceAll(/\s+/g, ' ').trim()), max), style);

const maxSaid = 400;

/** The lines wrapped to the columns of a screen; without a screen, one line each. */
export const fitted = (lines: readonly LedLine[], columns: number | undefined): readonly Line[] =>
  lines.flatMap(({ lead, text }) => {
    if (columns === undefined) return [[...lead, ...text]];
    const hang = columns < minColumns ? narrowIndent : lineWidth(lead);
    return wrapLine([...leadIn({ lead }, columns), ...text], columns, [span(' '.repeat(hang))]);
  });

/** As much of the lead as fits on a screen of this width. */
export const leadIn = ({ lead }: Pick<LedLine, 'lead'>, columns: number): Line => (columns < minColumns ? lead.map(tight) : lead);

/** The indent of a line that continues the one above. */
export const indentIn = (columns: number): Line => [span(' '.repeat(columns < minColumns ? narrowIndent : gutter))];

/** Below this width, text has too little room next to a label. */
const minColumns = 50;
const narrowIndent = 2;

/** A label takes only the room that it needs. */
const tight = ({ text, style }: Span): Span => span(text.trim() === '' ? '' : `${text.trim()} `, style);
