/** Whether a number in an answer is in a source in some form, or is a count or sum of values in a source. */
import type { NumberFact } from '../facts-in.ts';
import { isNoneOf } from '../none.ts';
import type { Tally } from '../tally.ts';
import { isTime } from './measures.ts';
import { appearsInAnotherUnit, appearsWith, commonBelow, holdsBetween, isCrowded, type NumbersSeen } from './numbers-seen.ts';
import { factorsOf, isUnit } from './units.ts';

/** The context of a number in an answer. */
export type Around = {
  /** Words on its line; if there are none, the words of the whole answer and the person's words. */
  readonly words: ReadonlySet<string>;
  /** Counts and sums in the outputs under a name that the line mentions. */
  readonly named: readonly number[];
  readonly line: string;
};
export type Evidence = {
  readonly seen: readonly NumbersSeen[];
  readonly tallies: readonly Tally[];
  /** Sources most of whose numbers the answer repeats, as in a translation. */
  readonly restated: ReadonlySet<NumbersSeen>;
};

type Range = readonly [low: number, high: number];

/** Ranges of values that the fact may mean: rounded, in another unit, as a percentage. */
export function rangesOf({ numerals, unit, isRough }: NumberFact, onlyConverted = false): readonly Range[] {
  return numerals.flatMap(({ value, step }) => {
    const factors = factorsOf(unit);
    const scaled = factors.some((factor) => factor !== 1);
    const shown = isRough && Number.isInteger(value) ? zeros(value) : step;
    const exact = Number.isInteger(value) && step === 1 && !isRough;
    const width = isRough ? shown : step / 2;
    const half: Range = exact ? [value, value] : [value - width, value + shown];
    const round: Range = [value - width, value + width];
    return [
      ...(onlyConverted ? [] : [half]),
      ...(scaled
        ? factors.filter((factor) => !(onlyConverted && factor === 1)).map((factor): Range => [round[0] * factor, round[1] * factor])
        : []),
      ...(unit === '%' ? [[round[0] / 100, round[1] / 100] as const] : []),
    ].map(([low, high]): Range => [low - slack(low), high + slack(high)]);
  });
}

const slack = (value: number): number => Math.abs(value) * 1e-9;
/** The largest power of ten that divides a round number: 100 for 1200. */
const zeros = (value: number): number => 10 ** (/0*$/.exec(String(value))?.[0].length ?? 0);

/** Whether the number is in the sources, but only with other units. */
const isInAnotherUnit = ({ numerals, measure }: NumberFact, { seen }: Evidence): boolean =>
  measure !== '' &&
  numerals.some(({ value }) => {
    const holding = seen.filter((source) => holdsBetween(source, value, value));
    return holding.length > 0 && holding.every((source) => appearsInAnotherUnit(source, value, measure));
  });

/** Whether a source contains the number as a number of its own. If the number is common, its context must show that this is no coincidence. */
export function isSeen(fact: NumberFact, { words, line }: Around, evidence: Evidence): boolean {
  const { seen, restated } = evidence;
  if (isInAnotherUnit(fact, evidence))
    return rangesOf(fact, true).some(([low, high]) => seen.some((source) => holdsBetween(source, low, high)));
  if (seen.some(({ lineCounts }) => fact.numerals.some(({ value }) => isOfTable(fact, value, line, lineCounts)))) return true;
  const appears = (value: number): boolean =>
    (fact.isSerial && seen.some(({ serials }) => serials.has(value))) ||
    (fact.isExpected && seen.some((source) => holdsBetween(source, value, value))) ||
    seen.some((source) => holdsBetween(source, value, value) && (!isCrowded(source, value) || restated.has(source))) ||
    seen.some((source) => appearsWith(source, value, words));
  const common = (value: number): boolean => Number.isInteger(value) && value < commonBelow;
  const whole = fact.numerals.some(({ value, step }) => {
    if (step === 1 && common(value) && !fact.isInName) return appears(value);
    return seen.some(
      (source) => holdsBetween(source, value - slack(value), value + slack(value)) || (fact.isInName && source.inside.has(value)),
    );
  });
  if (whole) return true;
  if (
    fact.parts.length > 1 &&
    fact.parts.every((part) => (common(part) ? appears(part) : seen.some((source) => holdsBetween(source, part, part))))
  )
    return true;
  const ranges = rangesOf(fact).filter(([low, high]) => high - low > Math.abs(high) * 3e-9);
  if (ranges.some(([low, high]) => seen.some((source) => holdsBetween(source, low, high)))) return true;
  // 42 may mean 41.7, but only if the number is large enough or has a unit.
  return fact.numerals.some(
    ({ value, step }) =>
      step === 1 && (value > 12 || fact.unit === '°' || isUnit(fact.unit)) && seen.some((source) => holdsRounded(source, value)),
  );
}

/** Whether the number counts the lines of a CSV: with the header if the text mentions lines or a measure, without it otherwise. */
const isOfTable = ({ measure }: NumberFact, value: number, line: string, lineCounts: ReadonlySet<number>): boolean =>
  lineCounts.size > 0 && (ofLines.test(line) || measure !== '' ? lineCounts.has(value) : lineCounts.has(value + 1));

const holdsRounded = (source: NumbersSeen, value: number): boolean =>
  holdsBetween(source, value - 0.5, value - 1e-6) || holdsBetween(source, value + 1e-6, value + 0.5 - 1e-9);

const ofLines = /(?<!\p{L})(?:lines?|rows?|entries|entry|records?|loc|zeilen|einträge|lignes?|líneas?|filas)(?!\p{L})|行|条/iu;
/** Words for lines: counts of these include the header of a table. */
const ofLinesAlone = /(?<!\p{L})(?:lines?|loc|zeilen|lignes?|líneas?)(?!\p{L})|行/iu;
const ofSums =
  /total|sum|average|mean|median|avg|min|max|most|largest|smallest|highest|lowest|longest|shortest|biggest|least|overall|altogether|together|combined|insgesamt|gesamt|summe|durchschnitt|somme|moyenne|suma|promedio|media|共|总|合计|平均|最/i;

/**
 * Whether the number counts a whole output, counts or sums up what its line names, or sums up a whole column. If the word after the number (`next`)
 * names a kind of thing in an output, only the count of that kind matches: a list of 4 files and a folder does not have 5 files.
 */
export function isCounted(fact: NumberFact, next: string, { named, line }: Around, evidence: Evidence): boolean {
  const { tallies } = evidence;
  if (fact.unit === '%') return false;
  const counts = factorsOf(fact.unit).length === 0 ? fact.numerals.filter(({ value, step }) => step === 1 && Number.isInteger(value)) : [];
  const converted = isInAnotherUnit(fact, evidence);
  const ranges = rangesOf(fact, converted);
  const within = (value: number): boolean =>
    ranges.some(([low, high]) => value >= low && value <= high) || (!converted && roundsTo(fact, value));
  if (isTime(fact.measure) && tallies.some(({ elapsed }) => elapsed.some((seconds) => lasts(fact, seconds)))) return true;
  if (named.some(within)) return true;
  const outputs = evidence.seen.map(({ text }) => text);
  if (counts.some(({ value }) => value === 0) && isNoneOf(next, outputs)) return true;
  return tallies.some(({ counts: all, kinds, sums, lines, hasHeader }) => {
    if (
      !kinds.has(next) &&
      counts.some(({ value }) => all.has(value) || (value === lines && (hasHeader ? ofLinesAlone : ofLines).test(line)))
    )
      return true;
    const small = counts.some(({ value }) => value <= 12);
    return (!small || ofSums.test(line)) && sums.some(within);
  });
}

/** Whether a fact states this many seconds, in the fact's own unit. */
const lasts = ({ numerals, unit, isRough }: NumberFact, seconds: number): boolean =>
  factorsOf(unit).some((factor) =>
    numerals.some(({ value, step }) => Math.abs(seconds / factor - value) <= (isRough ? Math.max(step, value * 0.05) : step / 2) + 1e-9),
  );

/** Whether a value equals the fact's number after rounding to the fact's precision. Small whole numbers are never rounded. */
export const roundsTo = ({ numerals }: NumberFact, value: number): boolean =>
  numerals.some(
    ({ value: shown, step }) => Math.abs(Math.abs(value) - shown) <= step / 2 + 1e-9 && (step < 1 || shown > 12 || Number.isInteger(value)),
  );
