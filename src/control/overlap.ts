/** How similar two texts are, by their words. */
import { lazily } from '../contracts/lazily.ts';

const segmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'word' }));
/** Letters of scripts that are written without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spaced = /[\p{L}\p{N}\p{M}]+/gu;

/** The number of characters of a text that are compared. */
const maxLength = 20_000;

/** The words of a text in lower case, without duplicates. */
export function wordsOf(text: string): ReadonlySet<string> {
  const folded = text.slice(0, maxLength).normalize('NFKC').toLowerCase();
  if (!unspaced.test(folded)) return new Set(folded.match(spaced) ?? []);
  const words = Iterator.from(segmenter().segment(folded)).filter(({ isWordLike }) => isWordLike);
  return new Set(words.map(({ segment }) => segment));
}

/** The Jaccard index of two sets of words: 1 if they are equal, 0 if they share nothing or both are empty. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a
    .values()
    .filter((word) => b.has(word))
    .toArray().length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
