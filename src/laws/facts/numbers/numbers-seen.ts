/** The numbers of one source. */
import { readDate } from '../dates.ts';
import { readDuration } from '../facts-in.ts';
import { type Token, tokensIn } from '../shapes.ts';
import { share, wordsOf } from '../words.ts';
import { contradict, unitAfter, unitOf, unitsOfColumns } from './measures.ts';
import { readNumeral } from './numerals.ts';
import { allSpelledIn } from './spelled-numbers.ts';
import { factorsOf, isUnit } from './units.ts';

/** What is known about the numbers of a source. */
export type NumbersSeen = {
  /** Every value in the source, also converted to bytes and seconds, sorted. */
  readonly values: Float64Array;
  /** Whole numbers below 10,000 with their first positions. */
  readonly places: ReadonlyMap<number, readonly number[]>;
  /** Parts of versions and names, exit codes, and numbers in words: these count only if the words around them match. */
  readonly weak: ReadonlyMap<number, readonly number[]>;
  /** Numbers that are parts of names: 490 in `v490`. */
  readonly inside: ReadonlySet<number>;
  /** Numbers that only number rows and so prove nothing: 3 in the third row. */
  readonly serials: ReadonlySet<number>;
  readonly text: string;
  /** Words in column names, and words of the lines that have been read. */
  readonly columns: ReadonlySet<string>;
  readonly around: Map<number, ReadonlySet<string>>;
  /** Lines of CSV files as `wc` counts them, including the header. */
  readonly lineCounts: ReadonlySet<number>;
  /** Parts of times: 9 and 30 in 02:09:30. */
  readonly clock: ReadonlySet<number>;
  /** The units of the `measured` values; empty for a value without a unit. */
  readonly units: ReadonlyMap<number, ReadonlySet<string>>;
  /** How many whole numbers in each range the source contains. */
  readonly rangeCounts: readonly number[];
};

/** Whole numbers below this are so common that they may be in a source by chance. */
export const commonBelow = 10_000;
const maxPlaces = 24;

/**
 * The longest source of which every part is split into tokens. In a longer one, only the start and the end are; in between, only plain numbers are
 * read.
 */
const maxRead = 120_000;

/** Reads a source once, in linear time except for the sorting. The units of `measured` values are kept. */
export function numbersSeen(text: string, measured: ReadonlySet<number> = new Set()): NumbersSeen {
  const values: number[] = [];
  const places = new Map<number, number[]>();
  const weak = new Map<number, number[]>();
  const put = (map: Map<number, number[]>, value: number, at: number) => {
    if (!Number.isInteger(value) || value < 0 || value >= commonBelow) return;
    const known = map.get(value);
    if (known === undefined) map.set(value, [at]);
    else if (known.length < maxPlaces) known.push(at);
  };
  const see = (value: number, at: number) => {
    values.push(value);
    put(places, value, at);
  };
  const inside = new Set<number>();
  const seeInside = (value: number, at: number) => {
    if (value >= commonBelow) values.push(value);
    else put(weak, value, at);
    inside.add(value);
  };
  const serials = new Set<number>();
  const lineCounts = new Set<number>();
  const clock = new Set<number>();
  const units = new Map<number, Set<string>>();
  const columnUnits = unitsOfColumns(text.slice(0, 2000).split('\n', 1)[0] ?? '');
  const converted = columnUnits.some((unit) => unit !== '');
  let [row, lineStart, next] = [0, 0, text.indexOf('\n')];
  const [headEnd, tailStart] = endsOf(text);
  for (const { 0: token, index } of text.slice(headEnd, tailStart).matchAll(/(?<![\w])\d{1,15}(?:\.\d{1,15})?(?!\d)/g)) {
    const value = Number(token);
    if (token.includes('.')) values.push(value);
    else see(value, headEnd + index);
    if (measured.has(value)) units.set(value, (units.get(value) ?? new Set()).add(''));
  }
  for (const { kind, text: token, at, end } of cellsOf(text, tokensOf(text))) {
    while (next >= 0 && next < at) {
      row += 1;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    const numbersRow =
      row > 0 && at - lineStart < 4 && /^[\s|"]*$/.test(text.slice(lineStart, at)) && /^["\s]?[,;\t|]/.test(text.slice(end, end + 2));
    if (kind === 'number' && numbersRow && (Number(token) === row || Number(token) === row + 1)) {
      serials.add(Number(token));
    } else if (kind === 'number' && at === lineStart + leading(text, lineStart) && linesOfTable.test(text.slice(end, end + 300))) {
      lineCounts.add(Number(token));
    } else if (kind === 'number' && isPartOfName(text, at, end)) {
      seeInside(Number(token), at);
    } else if (kind === 'number' && /exit (?:code|status) $/i.test(text.slice(Math.max(0, at - 12), at))) {
      put(weak, Number(token), at);
    } else if (kind === 'number') {
      const after = unitAfter.exec(text.slice(end, end + 14))?.[1] ?? '';
      const unit = converted && after === '' ? unitOf(text, at, end, lineStart, columnUnits) : after;
      for (const { value } of token.includes(' ') ? [] : readNumeral(token)) {
        see(value, at);
        if (measured.has(value)) units.set(value, (units.get(value) ?? new Set()).add(unitOf(text, at, end, lineStart, columnUnits)));
        for (const factor of factorsOf(unit)) if (factor !== 1) values.push(value * factor);
        if (unit === '%') values.push(value / 100);
      }
      if (token.includes(' ')) for (const { value } of readNumeral(token)) values.push(value);
      // In a table, `3,7` is two cells, and `1 024` may be two columns.
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
    } else if (kind === 'time') {
      for (const [digits] of token.matchAll(/\d+/g)) clock.add(Number(digits));
    } else if (kind === 'image') {
      const [, major = '', minor = '0'] = /:(\d+)(?:\.(\d+))?/.exec(token) ?? [];
      see(Number(major), at);
      values.push(Number(`${major}.${minor}`));
    } else {
      for (const { 0: digits, index } of token.matchAll(/\d{3,15}/g)) seeInside(Number(digits), at + index);
    }
  }
  for (const { 0: digits, index } of text.matchAll(/(?<=[\p{Script=Latin}_-])\d{3,15}(?!\d)/gu)) seeInside(Number(digits), index);
  for (const { value, at } of allSpelledIn(text.slice(0, headEnd))) put(weak, value, at);
  const rangeCounts = ranges.map((low, at) => [...places.keys()].filter((value) => value >= low && value < (ranges[at + 1] ?? low)).length);
  const sorted = Float64Array.from(values).sort();
  const columns = columnsOf(text);
  return { values: sorted, places, weak, inside, serials, lineCounts, clock, units, text, rangeCounts, columns, around: new Map() };
}

/** `6zodIc` in `truth-6zodIc`: there are letters before the number, and the letters after it are not a unit. */
function isPartOfName(text: string, at: number, end: number): boolean {
  const letters = /^\p{Script=Latin}{1,12}/u.exec(text.slice(end, end + 12))?.[0] ?? '';
  return letters !== '' && !isUnit(letters) && /[\p{Script=Latin}\d][-.]$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** `12 orders.csv`, as `wc -l` prints it. */
const linesOfTable = /^ {1,2}\S{1,250}\.[ct]sv[ \t]*(?:\r?\n|$)/;
const leading = (text: string, start: number): number => /^ {0,12}/.exec(text.slice(start, start + 12))?.[0].length ?? 0;

/** In a table with commas between cells, `240,90` is two cells. */
function* cellsOf(text: string, tokens: Iterable<Token>): Generator<Token> {
  const [head = '', second = ''] = text.slice(0, 2000).split('\n', 2);
  const commas = head.split(',').length;
  const isTable = commas > 1 && second.split(',').length === commas && !/\d,\s/.test(second);
  for (const token of tokens) {
    if (!isTable || token.kind !== 'number' || !token.text.includes(',') || text[token.at - 1] === '"') yield token;
    else
      for (const { 0: digits, index } of token.text.matchAll(/[^,]+/g))
        yield { ...token, text: digits, at: token.at + index, end: token.at + index + digits.length };
  }
}

/** In a long text: where the closely read start stops, and where the closely read end begins. */
function endsOf(text: string): readonly [head: number, tail: number] {
  if (text.length <= maxRead) return [text.length, text.length];
  const head = text.lastIndexOf('\n', maxRead / 2) + 1 || maxRead / 2;
  return [head, text.indexOf('\n', text.length - maxRead / 2) + 1 || text.length - maxRead / 2];
}

function* tokensOf(text: string): Generator<Token> {
  const [head, tail] = endsOf(text);
  yield* tokensIn(text.slice(0, head));
  if (tail < text.length) for (const token of tokensIn(text.slice(tail))) yield { ...token, at: token.at + tail, end: token.end + tail };
}

/** Whether the value occurs only in other units, and so is a different quantity. */
export function appearsInAnotherUnit({ units }: NumbersSeen, value: number, measure: string): boolean {
  const known = measure === '' ? undefined : units.get(value);
  return known !== undefined && [...known].every((unit) => contradict(unit, measure));
}

/** Whether the source contains a value between `low` and `high`, inclusive. */
export function holdsBetween({ values }: NumbersSeen, low: number, high: number): boolean {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] ?? 0) < low) from = middle + 1;
    else to = middle;
  }
  return from < values.length && (values[from] ?? Number.POSITIVE_INFINITY) <= high;
}

/** If a source contains a quarter of the numbers in one of these ranges, containing another one proves nothing. */
const ranges = [0, 13, 100, 1000, commonBelow];

/** Whether a source contains so many numbers of this size that this one may be there by chance. */
export function isCrowded({ rangeCounts }: NumbersSeen, value: number): boolean {
  const range = ranges.findLastIndex((low) => value >= low);
  return (rangeCounts[range] ?? 0) > ((ranges[range + 1] ?? 0) - (ranges[range] ?? 0)) / 4;
}

/** Whether the whole number is the entire source, as `wc -l` prints it, or is on a line or in a table with one of these words. */
export function appearsWith(source: NumbersSeen, value: number, words: ReadonlySet<string>): boolean {
  const { text, places, weak } = source;
  const strong = places.get(value) ?? [];
  if (strong.length > 0 && (share(words, source.columns) || (text.length < 100 && /^[\s"]*[\d.,]+[\s"]*$/.test(text)))) return true;
  return [...strong, ...(weak.get(value) ?? [])].some((at) => share(words, wordsAround(source, at)));
}

/** The number of positions around which words are read. */
const maxLines = 20_000;
const reach = 160;

function wordsAround({ text, around }: NumbersSeen, at: number): ReadonlySet<string> {
  const known = around.get(at);
  if (known !== undefined) return known;
  if (around.size >= maxLines) return new Set();
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  const end = after.indexOf('\n');
  const words = wordsOf(before.slice(before.lastIndexOf('\n') + 1) + after.slice(0, end < 0 ? reach : end));
  around.set(at, words);
  return words;
}

/** The words in the first line of a text, if that line is a table header. */
function columnsOf(text: string): ReadonlySet<string> {
  const [head = ''] = text.slice(0, 400).split('\n', 1);
  return /[\t,;|]| {2}/.test(head) && !/\d/.test(head) ? wordsOf(head) : new Set();
}
