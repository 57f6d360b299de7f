/** Wraps a styled line between words. Pure. */
import { betweenWords, characters, widthOf } from '../wrap.ts';
import { type Line, lineWidth, type Span, span } from './line.ts';

/** Wraps a line to `columns` columns; all lines but the first begin with `indent`. A word is broken only if it is longer than a whole line. */
export function wrapLine(whole: Line, columns: number, indent: Line = []): readonly Line[] {
  const margin = indent.reduce((sum, { text }) => sum + widthOf(text), 0);
  const room = Math.max(columns, margin + 1);
  const lines: Span[][] = [];
  let current: Span[] = [];
  let used = 0;
  let isBlank = true;
  const end = () => {
    if (!isBlank) lines.push(withoutTail(current));
    current = [...indent];
    used = margin;
    isBlank = true;
  };
  for (const word of words(whole)) {
    const width = word.reduce((sum, { text }) => sum + widthOf(text.trimEnd()), 0);
    if (used + width > room && !(isBlank && margin + width > room)) end();
    if (used + width <= room) {
      isBlank &&= width === 0;
      current.push(...word);
      used += word.reduce((sum, { text }) => sum + widthOf(text), 0);
    } else
      for (const { text, style } of word)
        for (const { segment } of characters().segment(text)) {
          const more = widthOf(segment);
          if (used + more > room && segment !== ' ') end();
          current.push(span(segment, style));
          used += more;
          isBlank = false;
        }
  }
  return [...lines, withoutTail(current)].map(joined);
}

/** Lines for a screen: those that are too wide are wrapped, each two columns further in than it begins. Without columns, all stay as they are. */
export const wrapLines = (lines: readonly Line[], columns: number | undefined): readonly Line[] =>
  columns === undefined
    ? lines
    : lines.flatMap((each) => (lineWidth(each) <= columns ? [each] : wrapLine(each, columns, [span(' '.repeat(marginOf(each) + 2))])));

const marginOf = ([first]: Line): number => /^ */.exec(first?.text ?? '')?.[0].length ?? 0;

/** Each word with the spaces after it; it may have several styles. */
function words(whole: Line): readonly Line[] {
  const found: Span[][] = [];
  let isOpen = false;
  for (const { text, style } of whole)
    for (const piece of text.split(betweenWords)) {
      if (piece === '') continue;
      const last = found.at(-1);
      if (isOpen && last && !piece.startsWith(' ')) last.push(span(piece, style));
      else if (isOpen && last && piece.trim() === '') last.push(span(piece, style));
      else found.push([span(piece, style)]);
      isOpen = !piece.endsWith(' ');
    }
  return found;
}

function withoutTail(spans: readonly Span[]): Span[] {
  const kept = [...spans];
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const text = last.text.replace(/ +$/, '');
    if (text === last.text) break;
    kept.pop();
    if (text === '') continue;
    kept.push(span(text, last.style));
    break;
  }
  return kept;
}

/** Merges neighbours of the same style. */
function joined(spans: readonly Span[]): Line {
  const result: Span[] = [];
  for (const each of spans) {
    const last = result.at(-1);
    if (last && last.style === each.style) result[result.length - 1] = span(last.text + each.text, each.style);
    else result.push(each);
  }
  return result;
}
