/** Lines as a terminal shows them: styles become escape sequences, or nothing without colour. */
import type { Line, Style } from './line.ts';

/**
 * The sequences that begin and end each style. Only the sixteen colours that every terminal lets its owner choose, so that both light and dark
 * terminals are readable.
 */
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

/** Yellow and cyan are hard to read on white. */
const onLight: typeof sequences = { ...sequences, fair: ['1', '22'], accent: ['34', '39'], code: ['34', '39'] };

const painting =
  (styles: typeof sequences): Paint =>
  (line) =>
    line
      .map(({ text, style }) => {
        const [on, off] = styles[style];
        return on === '' || text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`;
      })
      .join('');

/** The texts must already be safe to print: see `visible`. */
export const inColour: Paint = painting(sequences);
const inColourOnLight: Paint = painting(onLight);

export const withoutColour: Paint = (line) => line.map(({ text }) => text).join('');

/** How a stream is painted: without colour, or in colours that are readable on the background that the terminal reports. */
export const paintFor = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint =>
  !hasColour(isTerminal, env) ? withoutColour : isLight(env.COLORFGBG) ? inColourOnLight : inColour;

/** `0;15`, as many terminals report it: the last number is the background; 7 and 15 are light. */
const isLight = (colours: string | undefined): boolean => /(?:^|;)(?:7|15)$/.test(colours ?? '');

/** Whether a stream gets colour: `NO_COLOR` forbids it, `FORCE_COLOR` demands it, `TERM=dumb` lacks it. */
export function hasColour(
  isTerminal: boolean,
  { NO_COLOR = '', FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}
