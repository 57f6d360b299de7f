/** Whether a quote is in a text, regardless of spacing, case and quotation marks. Takes time linear in the length of the text. */
import { excerpt } from './observe-excerpt.ts';

/** The longest quote that is searched for. */
export const maxQuoteLength = 20_000;

/** The passage of the text that contains the quote; `…` or `...` in the quote skips text. No text contains a blank quote. */
export function passageWith(quote: string, text: string): string | undefined {
  if (quote.length > maxQuoteLength) return undefined;
  const { spaced, plain } = prepared(text);
  const wanted = evenlySpaced(quote);
  const exact = wanted === '' ? -1 : placeOf(wanted, spaced, 0);
  if (exact !== -1) return excerpt(spaced, { start: exact, end: exact + wanted.length });
  const { text: letters, places } = plain();
  const span = spanOf(wanted, letters);
  return span && excerpt(spaced, { start: places[span.start] ?? 0, end: (places[span.end - 1] ?? spaced.length) + 1 });
}

/** Whether a quote is in one of these texts. */
export const foundIn = (quote: string, texts: readonly string[]): boolean => texts.some((text) => passageWith(quote, text) !== undefined);

type Prepared = { readonly spaced: string; readonly plain: () => ReturnType<typeof plainly> };

/** How many prepared texts are cached. */
const maxKept = 128;
const maxKeptLength = 100_000;
const kept = new Map<string, Prepared>();

/** A text prepared for searching. Many quotes are searched for in a few outputs, so the most recent ones are cached. */
function prepared(text: string): Prepared {
  const known = kept.get(text);
  if (known) return known;
  const spaced = evenlySpaced(text);
  let letters: ReturnType<typeof plainly> | undefined;
  const made: Prepared = { spaced, plain: () => (letters ??= plainly(spaced)) };
  if (text.length > maxKeptLength) return made;
  const [oldest] = kept.keys();
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
  kept.set(text, made);
  return made;
}

/** The text with a single space for every run of white space, and with none at either end. */
const evenlySpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const marks: ReadonlySet<string> = new Set('"\'`*“”„‟‘’‚‹›«»「」『』');
const dashes: ReadonlySet<string> = new Set('‐‑‒–—−');

/** The text in lower case, without quotation marks, emphasis and double spaces, with the original position of each character. */
function plainly(text: string): { readonly text: string; readonly places: Int32Array } {
  const places = new Int32Array(text.length + 1);
  const kept: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const isUnderline = character === '_' && (text.charAt(at + 1) === '_' || text.charAt(at - 1) === '_');
    if (marks.has(character) || isUnderline || (character === ' ' && (kept.length === 0 || kept.at(-1) === ' '))) continue;
    const small = character.toLowerCase();
    places[kept.length] = at;
    kept.push(dashes.has(character) ? '-' : small.length === 1 ? small : character);
  }
  return { text: kept.join(''), places };
}

const maxPieces = 20;
/** How far apart the pieces of a quote may be and still be one passage. */
const maxGap = 4_000;

/** The passage from the first piece of a quote to the last, in order. */
function spanOf(quote: string, text: string): { start: number; end: number } | undefined {
  const pieces = quote
    .split(/…|\.{3,}/)
    .map((piece) => plainly(piece).text.trim())
    .filter((piece) => piece !== '');
  if (pieces.length === 0 || pieces.length > maxPieces || !pieces.every((piece) => /[\p{L}\p{N}]/u.test(piece))) return undefined;
  let start = -1;
  let end = 0;
  for (const piece of pieces) {
    const at = placeOf(piece, text, end);
    if (at === -1 || (start !== -1 && at - end > maxGap)) return undefined;
    if (start === -1) start = at;
    end = at + piece.length;
  }
  return { start, end };
}

const inWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}_]{2}$/u;
/** A number continues after a point or comma: 7 is not found in 7.5. */
const inNumber = /^(?:\d[.,]\d|\d\d)/;
/** The number of positions that are tried: in a text that repeats one letter, a quote could match everywhere. */
const maxTries = 2_000;

/** The position where the quote occurs as whole words, or -1: a single letter is in every text and proves nothing. */
function placeOf(quote: string, text: string, from: number): number {
  let tries = 0;
  for (let start = text.indexOf(quote, from); start !== -1 && tries < maxTries; start = text.indexOf(quote, start + 1)) {
    tries += 1;
    const end = start + quote.length;
    const splitsWord = inWord.test(text.slice(Math.max(0, start - 1), start + 1)) || inWord.test(text.slice(end - 1, end + 1));
    const splitsNumber = inNumber.test(text.slice(end - 1, end + 2)) || inNumber.test(text.slice(Math.max(0, start - 2), start + 1));
    if (!splitsWord && !splitsNumber) return start;
  }
  return -1;
}
