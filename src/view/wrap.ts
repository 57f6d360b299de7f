/** Wraps lines to the width of a terminal, between words and with an indent. Pure. */
import { lazily } from '../contracts/lazily.ts';

/** How many columns a text takes. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters().segment(text)) width += wide.test(segment) ? 2 : invisible.test(segment) ? 0 : 1;
  return width;
}

/**
 * Most texts, including our signs, consist of characters of one column that never combine. Such texts do not need the Unicode tables, which take as
 * long to load as a short command takes to run.
 */
const plain =
  /^[ -~\u{a1}-\u{ac}\u{ae}-\u{2ff}\u{391}-\u{3c9}\u{2010}-\u{2027}\u{2190}-\u{22ff}\u{2500}-\u{259f}\u{2610}\u{2611}\u{2713}\u{2717}]*$/u;

export const characters = lazily(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Emoji, and scripts with square letters. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{RGI_Emoji_Flag_Sequence}|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}])/v;
const invisible = /^[\p{M}\p{Cf}\p{Cc}]+$/u;

/** Where a line may be broken: not between a figure and its unit. */
export const betweenWords = /(?<= )(?=[^ ])(?!(?<=\d )(?:ms|s|min|h|d|[kMG]?B)(?![^\s.,;:)]))/;

/**
 * The text in lines of at most `width` columns, all but the first indented as far as the width allows. Nothing is cut off: a word that is too long
 * for a line is broken.
 */
export function wrap(text: string, width: number, wanted: number): readonly string[] {
  const room = Math.max(width, minRoom);
  const indent = Math.min(wanted, room - minRoom);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = () => {
    if (/[^ ]/.test(line)) lines.push(withoutTail(line));
    line = ' '.repeat(indent);
    used = indent;
  };
  for (const word of text.split(betweenWords)) {
    const length = widthOf(withoutTail(word));
    if (used + length > room && (/[^ ]/.test(line) || indent + length <= room)) end();
    if (used + length <= room) {
      line += word;
      used += widthOf(word);
    } else
      for (const { segment } of characters().segment(word)) {
        const more = widthOf(segment);
        if (used + more > room && segment !== ' ') end();
        line += segment;
        used += more;
      }
  }
  return [...lines, withoutTail(line)];
}

/**
 * Wraps lines. A line with a label continues below its text, an indented line a little further to the right, and any other line with an indent of two
 * columns.
 */
export const fit = (lines: readonly string[], width: number | undefined): readonly string[] =>
  width === undefined ? lines : lines.flatMap((line) => wrap(line, width, line.startsWith('  ') ? 4 : hasLabel.test(line) ? 9 : 2));

/** Matches a label in nine columns, such as `memory   `. */
const hasLabel = /^(?=.{9}\S)\S+ {2,}\S/;

/** Removes only spaces: any other white space at the end is kept. */
const withoutTail = (text: string): string => text.replace(/ +$/, '');

/** The smallest width for text, however narrow the terminal and however wide the indent: enough for most words. */
const minRoom = 12;
