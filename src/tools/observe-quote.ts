/** Whether a quote stands in a text, however the two are spaced and whatever the quote was wrapped in. */
import { excerpt } from './observe-excerpt.ts';

/** Every run of white space as one space, and none at the ends. */
export const evenlySpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The passage of the text that has the quote in it. A blank quote is in no text. */
export function passageWith(quote: string, text: string): string | undefined {
  const spaced = evenlySpaced(text);
  const asItIs = evenlySpaced(quote);
  for (const wanted of [asItIs, bare(asItIs)]) {
    const start = wanted === '' ? -1 : spaced.indexOf(wanted);
    if (start !== -1) return excerpt(spaced, { start, end: start + wanted.length });
  }
  return undefined;
}

const pairs = ['""', "''", '``', '“”', '‘’', '„“', '‚‘', '«»', '»«', '「」'];

/** Without one pair of marks around it, and without the dots that stand for what was left out, inside or outside of the marks. */
function bare(quote: string): string {
  const inner = withoutDots(quote);
  const marked = inner.length > 1 && pairs.includes(inner.charAt(0) + inner.slice(-1));
  return marked ? withoutDots(inner.slice(1, -1)) : inner;
}

const withoutDots = (text: string): string => text.replaceAll(/^\s*(?:…|\.{3})|(?:…|\.{3})\s*$/g, '').trim();
