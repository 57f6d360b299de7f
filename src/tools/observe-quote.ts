/** Whether a quote stands in a text, however the two are spaced and whatever the quote was wrapped in. */
import { excerpt } from './observe-excerpt.ts';

/** Every run of white space as one space, and none at the ends. */
const evenlySpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The passage of the text that has the quote in it. A blank quote is in no text. */
export function passageWith(quote: string, text: string): string | undefined {
  const spaced = evenlySpaced(text);
  const asItIs = evenlySpaced(quote);
  for (const wanted of [asItIs, bare(asItIs)]) {
    const start = wanted === '' ? -1 : placeOf(wanted, spaced);
    if (start !== -1) return excerpt(spaced, { start, end: start + wanted.length });
  }
  return undefined;
}

const inWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}_]{2}$/u;

/** Where the quote begins and ends between words, or -1: one letter is in every text and shows nothing. */
function placeOf(quote: string, text: string): number {
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const end = start + quote.length;
    if (!inWord.test(text.slice(Math.max(0, start - 1), start + 1)) && !inWord.test(text.slice(end - 1, end + 1))) return start;
  }
  return -1;
}

const pairs = ['""', "''", '``', '“”', '‘’', '„“', '‚‘', '«»', '»«', '「」'];

/** Without one pair of marks around it, and without the dots that stand for what was left out, inside or outside of the marks. */
function bare(quote: string): string {
  const inner = withoutDots(quote);
  const marked = inner.length > 1 && pairs.includes(inner.charAt(0) + inner.slice(-1));
  return marked ? withoutDots(inner.slice(1, -1)) : inner;
}

const withoutDots = (text: string): string => text.replaceAll(/^\s*(?:…|\.{3})|(?:…|\.{3})\s*$/g, '').trim();
