/** The numbers of one source. */
import { readDate } from './dates.ts';
import { readDuration } from './facts-in.ts';
import { readNumeral } from './numerals.ts';
import { tokensIn } from './shapes.ts';
import { factorsOf } from './units.ts';
import { share, wordsOf } from './words.ts';

export type NumbersSeen = {
  /** Every value that stands in the source, in bytes and seconds too, in order of size. */
  readonly values: Float64Array;
  /** Whole numbers below 10,000 and where they stand, the first places of each. */
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** Parts of versions: known only with the words around them. */
  readonly weak: ReadonlyMap<number, readonly number[]>;
  /** Numbers that only number the rows: 3 in the third. They are there whatever is true. */
  readonly serials: ReadonlySet<number>;
  readonly text: string;
  /** Words of the columns, and of lines that were looked at. */
  readonly columns: ReadonlySet<string>;
  readonly around: Map<number, ReadonlySet<string>>;
  /** How many whole numbers of each range it holds. */
  readonly held: readonly number[];
};

/** Below this a whole number is common enough to stand in a source by chance. */
export const commonBelow = 10_000;
const mostPlaces = 24;

/** Reads a source once, in time linear in it but for the sorting. */
export function numbersSeen(text: string): NumbersSeen {
  const values: number[] = [];
  const places = new Map<number, number[]>();
  const weak = new Map<number, number[]>();
  const put = (map: Map<number, number[]>, value: number, at: number) => {
    if (!Number.isInteger(value) || value < 0 || value >= commonBelow) return;
    const known = map.get(value);
    if (known === undefined) map.set(value, [at]);
    else if (known.length < mostPlaces) known.push(at);
  };
  const see = (value: number, at: number) => {
    values.push(value);
    put(places, value, at);
  };
  const serials = new Set<number>();
  let [row, lineStart, next] = [0, 0, text.indexOf('\n')];
  for (const { kind, text: token, at, end } of tokensIn(text)) {
    while (next >= 0 && next < at) {
      row += 1;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    const numbersRow =
      row > 0 && at - lineStart < 4 && /^[\s|"]*$/.test(text.slice(lineStart, at)) && /^["\s]?[,;\t|]/.test(text.slice(end, end + 2));
    if (kind === 'number' && numbersRow && (Number(token) === row || Number(token) === row + 1)) {
      serials.add(Number(token));
    } else if (kind === 'number') {
      const unit = /^ ?(%|[\p{Script=Latin}µμ]{1,12}|千|万|亿|毫秒|秒|分钟|小时)/u.exec(text.slice(end, end + 14))?.[1] ?? '';
      for (const { value } of token.includes(' ') ? [] : readNumeral(token)) {
        see(value, at);
        for (const factor of factorsOf(unit)) if (factor !== 1) values.push(value * factor);
        if (unit === '%') values.push(value / 100);
      }
      if (token.includes(' ')) for (const { value } of readNumeral(token)) values.push(value);
      // `3,7` in a table is two cells, `1 024` may be two columns.
      if (/[ ,]/.test(token)) for (const part of token.split(/[ ,]/)) if (token.includes(' ') || part.length < 3) see(Number(part), at);
    } else if (kind === 'duration') {
      values.push(readDuration(token).value);
    } else if (kind === 'date') {
      for (const { year } of readDate(token)) if (year !== undefined) values.push(year);
    } else if (kind === 'version') {
      const parts = token.replace(/^v/, '').split('.');
      put(weak, Number(parts[0]), at);
      values.push(Number(`${parts[0]}.${parts[1]?.replace(/\D.*$/, '') ?? 0}`));
      if (/^\d{1,3}(?:\.\d{3})+$/.test(token)) values.push(Number(parts.join('')));
    } else if (kind === 'hash') {
      const digits = /^\d{7,15}/.exec(token)?.[0] ?? '';
      for (let length = 7; length <= digits.length; length++) values.push(Number(digits.slice(0, length)));
    } else if (kind !== 'time') {
      for (const [digits] of token.matchAll(/\d{3,15}/g)) values.push(Number(digits));
    }
  }
  for (const [digits] of text.matchAll(/(?<=[\p{Script=Latin}_-])\d{3,15}(?!\d)/gu)) values.push(Number(digits));
  const held = ranges.map((low, at) => [...places.keys()].filter((value) => value >= low && value < (ranges[at + 1] ?? low)).length);
  return { values: Float64Array.from(values).sort(), places, weak, serials, text, held, columns: columnsOf(text), around: new Map() };
}

/** Whether a value between the two, ends included, stands in the source. */
export function holdsBetween({ values }: NumbersSeen, low: number, high: number): boolean {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] ?? 0) < low) from = middle + 1;
    else to = middle;
  }
  return from < values.length && (values[from] ?? Number.POSITIVE_INFINITY) <= high;
}

/** Ranges in which whole numbers are alike: a source that holds a fourth of one proves nothing by holding one more. */
const ranges = [0, 13, 100, 1000, commonBelow];

/** Whether a source holds so many numbers of this size that one of them may be there by chance. */
export function isCrowded({ held }: NumbersSeen, value: number): boolean {
  const range = ranges.findLastIndex((low) => value >= low);
  return (held[range] ?? 0) > ((ranges[range + 1] ?? 0) - (ranges[range] ?? 0)) / 4;
}

/** Whether the whole number is all that a source says, as `wc -l` prints it, or stands in a line that has a word of these in it, or under a column of that name. */
export function standsWith(source: NumbersSeen, value: number, words: ReadonlySet<string>): boolean {
  const { text, places, weak } = source;
  const strong = places.get(value) ?? [];
  if (strong.length > 0 && (share(words, source.columns) || (text.length < 100 && /^[\s"]*[\d.,]+[\s"]*$/.test(text)))) return true;
  return [...strong, ...(weak.get(value) ?? [])].some((at) => share(words, wordsAround(source, at)));
}

/** Lines whose words are read, at most: more of them are not looked at. */
const mostLines = 20_000;
const reach = 160;

function wordsAround({ text, around }: NumbersSeen, at: number): ReadonlySet<string> {
  const known = around.get(at);
  if (known !== undefined) return known;
  if (around.size >= mostLines) return new Set();
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  const end = after.indexOf('\n');
  const words = wordsOf(before.slice(before.lastIndexOf('\n') + 1) + after.slice(0, end < 0 ? reach : end));
  around.set(at, words);
  return words;
}

/** The words of a first line that is the head of a table. */
function columnsOf(text: string): ReadonlySet<string> {
  const [head = ''] = text.slice(0, 400).split('\n', 1);
  return /[\t,;|]| {2}/.test(head) && !/\d/.test(head) ? wordsOf(head) : new Set();
}
