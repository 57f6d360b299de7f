/** Lines as a terminal shows them: styles become escape sequences, or nothing where there is no colour. */
import type { Line, Style } from './line.ts';

/** The sequences that begin and end each style. Only the sixteen colours that every terminal lets its owner choose, so that light and dark both read well. */
const sequences: Readonly<Record<Style, readonly [on: string, off: string]>> = {
  plain: ['', ''],
  strong: ['1', '22'],
  muted: ['2', '22'],
  accent: ['36', '39'],
  good: ['32', '39'],
  bad: ['31', '39'],
  fair: ['33', '39'],
  code: ['36', '39'],
  emphasis: ['3', '23'],
  link: ['4', '24'],
  added: ['32', '39'],
  removed: ['31', '39'],
};

export type Paint = (line: Line) => string;

/** Texts must be safe to print already: see `visible`. */
export const inColour: Paint = (line) =>
  line
    .map(({ text, style }) => {
      const [on, off] = sequences[style];
      return on === '' || text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`;
    })
    .join('');

export const withoutColour: Paint = (line) => line.map(({ text }) => text).join('');

/** Whether a stream gets colour: `NO_COLOR` forbids it, `FORCE_COLOR` demands it, `TERM=dumb` has none. */
export function hasColour(
  isTerminal: boolean,
  { NO_COLOR = '', FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}
