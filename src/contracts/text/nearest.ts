/** Guesses which known word was meant by an unknown one. */

/** A suggestion to show after an unknown word. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  if (meant !== undefined) return `did you mean ${meant}?`;
  return known.length === 1 ? `there is only ${known[0]}` : `there are ${known.join(', ')}`;
}

/** The candidate with the fewest typos: letters missing, added, wrong or swapped. Undefined if all are too different from the word. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const meant = plain(word);
  let best: { readonly candidate: string; readonly slips: number } | undefined;
  for (const candidate of candidates) {
    const max = Math.min(tolerated(meant, plain(candidate)), best ? best.slips - 1 : Number.POSITIVE_INFINITY);
    const slips = distance(meant, plain(candidate), max);
    if (slips <= max) best = { candidate, slips };
  }
  return best?.candidate;
}

/** Differences in case, and in how words are joined, do not count as typos. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[-_ .]/g, '');

/** How many typos are tolerated: none in a single letter, one in a short word, more in longer words. */
const tolerated = (a: string, b: string): number =>
  Math.min(a.length, b.length) < 2 ? 0 : Math.max(1, Math.floor(Math.max(a.length, b.length) / 3));

/** Damerau–Levenshtein distance where no letter is edited twice; `max + 1` if the lengths alone differ by more than `max`. */
function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
