/** How alike two texts are, by their words. */

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** Letters of scripts that are written without spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spaced = /[\p{L}\p{N}\p{M}]+/gu;

/** How much of a text is read: what is longer is alike or not by then. */
const most = 20_000;

/** The words of a text in lower case, each once. */
export function wordsOf(text: string): ReadonlySet<string> {
  const folded = text.slice(0, most).normalize('NFKC').toLowerCase();
  if (!unspaced.test(folded)) return new Set(folded.match(spaced) ?? []);
  const words = Iterator.from(segmenter.segment(folded)).filter(({ isWordLike }) => isWordLike);
  return new Set(words.map(({ segment }) => segment));
}

/** The Jaccard index of two sets of words: 1 when they are the same, 0 when they have nothing in common or nothing at all. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  const shared = small.values().reduce((count, word) => count + (large.has(word) ? 1 : 0), 0);
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
