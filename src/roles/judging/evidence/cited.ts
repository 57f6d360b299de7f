/** What a judge cites, read leniently: ids of calls, quotes, or both, one or several in one text. Pure. */

/** Ids of calls, a quote, or a quote with the ids of the calls it is from. */
export type Cited = { readonly ids: readonly string[]; readonly quote: string };

/** Bounded in length, so that a text full of digits is cheap to read. */
const callIds = /(?<!\d|\d\.)\d{1,9}\.\d{1,9}\.\d{1,9}\/R3\/\d{1,9}\.\d{1,9}(?!\.?\d)/g;

/** Words around an id that mean nothing by themselves. */
const filler =
  /\b(?:tool|calls?|ids?|outputs?|results?|of|and|see|from|the|in|shows?|evidence|exit code \d{1,3}|stdout)\b|[\s[\](){}<>"'`“”:;,.#=→-]+/gi;

export function citedIn(text: string): Cited {
  const ids = [...new Set(text.match(callIds) ?? [])];
  if (ids.length === 0) return { ids, quote: text.trim() };
  const rest = text.replaceAll(callIds, ' ').trim();
  const isFiller = rest.length > 20_000 || rest.replaceAll(filler, '') === '';
  return { ids, quote: isFiller ? '' : withoutLead(rest) };
}

/** The quote alone, without the words that introduce it: `call …: "5 passed"`. */
function withoutLead(text: string): string {
  const [, inner] = /^[^"“`]{0,60}["“`]([^"”`]+)["”`][^"”`]{0,60}$/s.exec(text) ?? [];
  return (inner ?? text.replace(/^[\s[\](){}:;,.#→=-]+/, '').replace(/[\s[\](){:;,→=-]+$/, '')).trim();
}

const maxPieces = 20;

/** How a text may be read as quotes: as one, or as several separated by lines, ` / ` or `;`. */
export function* waysToSplit(quote: string): Generator<readonly string[]> {
  yield [quote];
  for (const between of [/\n+/, /\s+\/\s+|\s*\n+\s*/, /\s*;\s+|\s+\/\s+|\s*\n+\s*/, /["”`]\s*(?:,|and|und)\s*["“`]/]) {
    const pieces = quote.split(between).flatMap((piece) => piece.trim() || []);
    if (pieces.length > 1 && pieces.length <= maxPieces) yield pieces;
  }
}
