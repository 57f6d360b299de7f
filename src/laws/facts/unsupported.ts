/** Law 0: the facts in an answer that nothing supports. */

import { type Fact, factsIn, type NumberFact } from './facts-in.ts';
import { isPartOf, itemsAfter } from './listed.ts';
import { isDateSeen, isNameSeen, namesSeen } from './names-seen.ts';
import { type Derivation, derives } from './numbers/derivation.ts';
import { isTime } from './numbers/measures.ts';
import { type Around, type Evidence, isCounted, isSeen } from './numbers/number-support.ts';
import { holdsBetween, numbersSeen } from './numbers/numbers-seen.ts';
import { containsPhrase, operandOf } from './numbers/operands.ts';
import { isPlaceMissing, type PlacesSeen, placesSeen } from './places.ts';
import { follow, type Stated } from './stated.ts';
import { emptyTally, type Tally, tally } from './tally.ts';
import { phrasesOf, wordsOf } from './words.ts';

export type { Derivation } from './numbers/derivation.ts';

/** The possible sources of facts. */
export type Sources = {
  /** Outputs of calls and contents of files that were read, as separate texts: lists and columns in a text may be counted and summed up. */
  readonly shown: readonly string[];
  /** The person's words and data, and what code itself stated: surroundings, date, folder. */
  readonly given: readonly string[];
};

/**
 * The facts in `text` that no source supports, as written, without duplicates, in order. A fact is supported if a source contains the same quantity or name in
 * any form, if it counts or sums up a whole output, if it follows by arithmetic from numbers that the text states, or if a derivation proves it. Takes linear
 * time except for the sorting of numbers.
 */
export function unsupported(text: string, sources: Sources, derivations: readonly Derivation[] = []): readonly string[] {
  const all = [...sources.shown, ...sources.given];
  const whole = text.trim();
  if (all.some((source) => source.trim() === whole)) return [];
  const answer = unescaped(text);
  const repeated = repetitions(answer, all);
  const facts = factsIn(answer).filter(({ at }) => !repeated(at));
  if (facts.length === 0) return [];
  const plain = all.map(unescaped);
  const names = namesSeen(facts, plain);
  const numbers = numberSupport(answer, facts, sources, plain, derivations);
  let placed: PlacesSeen | undefined;
  const places = (): PlacesSeen => (placed ??= placesSeen(sources.shown));
  const missing = facts.filter((fact) => {
    if (fact.kind === 'number') return !numbers(fact);
    if (fact.kind === 'place') return isPlaceMissing(fact, places());
    return fact.kind === 'date' ? !isDateSeen(fact, names) : !isNameSeen(fact, names);
  });
  return [...new Set(missing.map((fact) => fact.text))];
}

/** Sources are often JSON, where an escaped line break before a path would be read as part of the path. */
const unescaped = (text: string): string => text.replaceAll(/\\[nrtbf"\\]/g, '  ');

/**
 * Whether a position in the answer is in a line, or in inline code, that a source contains word for word; the spacing may differ in a list such as
 * `[[10,5]]`.
 */
function repetitions(text: string, sources: readonly string[]): (at: number) => boolean {
  const spans: [from: number, to: number][] = [];
  const lines = new Set(sources.flatMap((source) => source.split('\n').map((line) => line.trim())));
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g))
    if (/\p{L}{2}/u.test(line) && lines.has(line.trim())) spans.push([index, index + line.length]);
  const codes = [...text.matchAll(/`([^`\n]{4,300})`/g).take(64)];
  const packed = codes.some(([, code = '']) => list.test(code)) ? sources.map(withoutSpaces) : [];
  for (const { 0: span, 1: code = '', index } of codes) {
    const isRepeated = /\p{L}/u.test(code) && sources.some((source) => source.includes(code));
    if (isRepeated || (list.test(code) && packed.some((source) => source.includes(withoutSpaces(code)))))
      spans.push([index, index + span.length]);
  }
  spans.sort(([a], [b]) => a - b);
  return (at) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spans[middle]?.[0] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return spans.slice(Math.max(0, low - 2), low).some(([from, to]) => at >= from && at < to);
  };
}

const list = /^\[.*,.*\]$/;
/** Spaces inside an element stay: `1 7` is not 17. */
const withoutSpaces = (text: string): string => text.replaceAll(/\s*([[\],])\s*/g, '$1');

/**
 * The limit on numbers for which arithmetic is tried. In larger answers, numbers are only looked up: with that many, arithmetic would prove anything.
 */
const maxComputed = 3000;

function numberSupport(
  text: string,
  facts: readonly Fact[],
  { shown, given }: Sources,
  plain: readonly string[],
  derivations: readonly Derivation[],
): (fact: NumberFact) => boolean {
  const stated = statedIn(text, facts);
  if (stated.length === 0) return () => true;
  const lines = text.split('\n');
  const mentioned = phrasesOf(text);
  const measured = new Set(stated.flatMap(({ fact: { measure, numerals } }) => (measure === '' ? [] : numerals.map(({ value }) => value))));
  const seen = plain.map((source) => numbersSeen(source, measured));
  const tallies = [...shown.map((source) => tally(source, mentioned)), calls(shown)];
  const evidence: Evidence = { seen, tallies, restated: new Set(seen.filter((source) => isRestated(source.places, stated))) };
  const spare = new Set([...wordsOf(text.slice(0, 20_000)), ...given.slice(0, 8).flatMap((source) => [...wordsOf(source.slice(0, 2000))])]);
  const arounds = new Map<number, Around>();
  const around = (row: number): Around => {
    const known = arounds.get(row);
    if (known !== undefined) return known;
    const line = (lines[row] ?? '').slice(0, 4000);
    const words = wordsOf(line);
    const phrases = [...phrasesOf(line)];
    const named = tallies.flatMap((one) => (one.named.size === 0 ? [] : phrases.flatMap((phrase) => [...(one.named.get(phrase) ?? [])])));
    const made = { words: words.size === 0 ? spare : words, named, line };
    arounds.set(row, made);
    return made;
  };
  const looked = new Map<string, boolean>();
  for (const one of stated) {
    const { fact, row, column } = one;
    const next = wordAt(lines[row] ?? '', column + fact.text.length);
    const key = JSON.stringify([row, fact.text, fact.unit, fact.isRough, next]);
    one.supported = looked.get(key) ?? (isSeen(fact, around(row), evidence) || isCounted(fact, next, around(row), evidence));
    looked.set(key, one.supported);
    if (stated.length <= maxComputed)
      one.supported ||= isOfTerm(fact, lines[row] ?? '', shown) || isListed(fact, itemsAfter(lines, row, column), tallies);
  }
  const named = (row: number) => around(row).named;
  const wholes = tallies.flatMap(({ counts, totals }) => [...counts, ...totals]);
  if (stated.length <= maxComputed) follow(stated, lines, { wholes, named });
  for (const one of stated) {
    const operand = (text: string): boolean => isOperand(text, one.fact, evidence, plain);
    one.supported ||= derivations.some((derivation) => derives(derivation, one.fact, operand));
  }
  if (derivations.length > 0 && stated.length <= maxComputed) follow(stated, lines, { wholes, named });
  const supported = new Set(stated.filter((one) => one.supported).map(({ fact }) => fact));
  return (fact) => supported.has(fact);
}

const wordAt = (line: string, at: number): string =>
  /^[\s*_`."]{0,6}([\p{L}\d_-]{1,40})/u.exec(line.slice(at, at + 50))?.[1]?.toLowerCase() ?? '';

function statedIn(text: string, facts: readonly Fact[]): readonly Stated[] {
  let [row, start, next] = [0, 0, text.indexOf('\n')];
  return facts.flatMap((fact) => {
    while (next >= 0 && next < fact.at) {
      row += 1;
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    return fact.kind === 'number' ? [{ fact, row, column: fact.at - start, supported: false }] : [];
  });
}

/** Whether the answer repeats most numbers of a source, in any order, as a translation or a summary does. */
function isRestated(places: ReadonlyMap<number, unknown>, stated: readonly Stated[]): boolean {
  const said = new Set(stated.flatMap(({ fact }) => fact.numerals.map(({ value }) => value)));
  return places.size > 2 && [...places.keys()].filter((value) => said.has(value)).length >= places.size * 0.6;
}

/** How many times files were written, moved or read: each output counts as one time. */
function calls(shown: readonly string[]): Tally {
  const first = shown.map(
    (source) =>
      /^\s*(wrote|created|edited|moved|renamed|deleted|removed|updated|replaced|copied|changed)\b/i.exec(source)?.[1]?.toLowerCase() ?? '',
  );
  const groups = Map.groupBy(first, (word) => word);
  const counts = [...groups].flatMap(([word, all]) => (word === '' ? [] : [all.length]));
  const empty = shown.some((source) => /^\s*(?:\(?no (?:output|matches|files?|results?)[^\n]{0,40})?\s*$/i.test(source));
  return { ...emptyTally, counts: new Set([...counts, ...(empty ? [0] : [])]), lines: -1 };
}

/** "`TODO` occurs 5 times": whether the number says how often, or in how many lines, a term quoted in the line occurs in one output. */
function isOfTerm({ numerals, unit }: NumberFact, line: string, shown: readonly string[]): boolean {
  if (unit === '%') return false;
  const terms = [
    ...line
      .slice(0, 2000)
      .matchAll(/[`"“«']([^`"”»'\n]{2,80})[`"”»']/g)
      .take(4),
  ].map(([, term = '']) => term);
  return terms.some((term) =>
    shown.some((source) => {
      const pieces = source.split(term);
      const rows = pieces.length === 1 ? 0 : source.split('\n').filter((row) => row.includes(term)).length;
      return numerals.some(({ value, step }) => step === 1 && value > 0 && (value === pieces.length - 1 || value === rows));
    }),
  );
}

const isListed = ({ numerals, unit }: NumberFact, lists: readonly (readonly string[])[], tallies: readonly Tally[]): boolean =>
  unit !== '%' &&
  lists.some((items) => numerals.some(({ value, step }) => step === 1 && value === items.length) && !isPartOf(items, tallies));

/** A number must be in a source, be a count over a source or, for a duration, be part of a time; anything else must be in a source word for word. */
function isOperand(operand: string, { measure }: NumberFact, { seen, tallies }: Evidence, plain: readonly string[]): boolean {
  const { value, isPhrase } = operandOf(operand);
  if (isPhrase) return plain.some((source) => containsPhrase(source, operand));
  return (
    seen.some(
      (source) => holdsBetween(source, value, value) || source.lineCounts.has(value) || (isTime(measure) && source.clock.has(value)),
    ) || tallies.some(({ counts, sums }) => counts.has(value) || sums.includes(value))
  );
}
