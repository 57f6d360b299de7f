/** Whether a number of an answer stands in a source in some form, or is a count or sum over one. */
import type { NumberFact } from './facts-in.ts';
import { isTime } from './measures.ts';
import { isNoneOf } from './none.ts';
import { commonBelow, holdsBetween, isCrowded, type NumbersSeen, standsInAnotherUnit, standsWith } from './numbers-seen.ts';
import type { Tally } from './tally.ts';
import { factorsOf, isUnit } from './units.ts';

/** What surrounds a number in an answer. */
export type Around = {
  /** Words of its line; of the whole answer and the person's where its line has none. */
  readonly words: ReadonlySet<string>;
  /** What the outputs hold under a name that its line says. */
  readonly named: readonly number[];
  readonly line: string;
};
export type Evidence = {
  readonly seen: readonly NumbersSeen[];
  readonly tallies: readonly Tally[];
  /** Sources of which the answer repeats most numbers, as a translation does. */
  readonly restated: ReadonlySet<NumbersSeen>;
};

type Range = readonly [low: number, high: number];

/** Values that the fact is a form of: rounded, in another unit, as a share of one. */
export function rangesOf({ numerals, unit, rough }: NumberFact, onlyConverted = false): readonly Range[] {
  return numerals.flatMap(({ value, step }) => {
    const factors = factorsOf(unit);
    const scaled = factors.some((factor) => factor !== 1);
    const shown = rough && Number.isInteger(value) ? zeros(value) : step;
    const exact = Number.isInteger(value) && step === 1 && !rough;
    const width = rough ? shown : step / 2;
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
/** The step of a round number: 100 for 1200. */
const zeros = (value: number): number => 10 ** (/0*$/.exec(String(value))?.[0].length ?? 0);

/** Whether the number stands in the sources, and in each of them in another unit only. */
const isInAnotherUnit = ({ numerals, measure }: NumberFact, { seen }: Evidence): boolean =>
  measure !== '' &&
  numerals.some(({ value }) => {
    const holding = seen.filter((source) => holdsBetween(source, value, value));
    return holding.length > 0 && holding.every((source) => standsInAnotherUnit(source, value, measure));
  });

/** Whether it stands in a source as a number of its own. A common one must not be there by chance. */
export function isSeen(fact: NumberFact, { words, line }: Around, evidence: Evidence): boolean {
  const { seen, restated } = evidence;
  if (isInAnotherUnit(fact, evidence))
    return rangesOf(fact, true).some(([low, high]) => seen.some((source) => holdsBetween(source, low, high)));
  if (seen.some(({ lineCounts }) => fact.numerals.some(({ value }) => isOfTable(fact, value, line, lineCounts)))) return true;
  const stands = (value: number): boolean =>
    (fact.serial && seen.some(({ serials }) => serials.has(value))) ||
    (fact.ought && seen.some((source) => holdsBetween(source, value, value))) ||
    seen.some((source) => holdsBetween(source, value, value) && (!isCrowded(source, value) || restated.has(source))) ||
    seen.some((source) => standsWith(source, value, words));
  const common = (value: number): boolean => Number.isInteger(value) && value < commonBelow;
  const whole = fact.numerals.some(({ value, step }) => {
    if (step === 1 && common(value) && !fact.named) return stands(value);
    return seen.some(
      (source) => holdsBetween(source, value - slack(value), value + slack(value)) || (fact.named && source.inside.has(value)),
    );
  });
  if (whole) return true;
  if (
    fact.parts.length > 1 &&
    fact.parts.every((part) => (common(part) ? stands(part) : seen.some((source) => holdsBetween(source, part, part))))
  )
    return true;
  const ranges = rangesOf(fact).filter(([low, high]) => high - low > Math.abs(high) * 3e-9);
  if (ranges.some(([low, high]) => seen.some((source) => holdsBetween(source, low, high)))) return true;
  // 42 stands for 41.7, but only a number that is large enough or has a unit says so.
  return fact.numerals.some(
    ({ value, step }) =>
      step === 1 && (value > 12 || fact.unit === '°' || isUnit(fact.unit)) && seen.some((source) => holdsRounded(source, value)),
  );
}

/** A count of the lines of a CSV: said of lines or bytes as it is, of anything else without the header. */
const isOfTable = ({ measure }: NumberFact, value: number, line: string, lineCounts: ReadonlySet<number>): boolean =>
  lineCounts.size > 0 && (ofLines.test(line) || measure !== '' ? lineCounts.has(value) : lineCounts.has(value + 1));

const holdsRounded = (source: NumbersSeen, value: number): boolean =>
  holdsBetween(source, value - 0.5, value - 1e-6) || holdsBetween(source, value + 1e-6, value + 0.5 - 1e-9);

const ofLines = /(?<!\p{L})(?:lines?|rows?|entries|entry|records?|loc|zeilen|einträge|lignes?|líneas?|filas)(?!\p{L})|行|条/iu;
/** Of these the header of a table is one too. */
const ofLinesAlone = /(?<!\p{L})(?:lines?|loc|zeilen|lignes?|líneas?)(?!\p{L})|行/iu;
const ofSums =
  /total|sum|average|mean|median|avg|min|max|most|largest|smallest|highest|lowest|longest|shortest|biggest|least|overall|altogether|together|combined|insgesamt|gesamt|summe|durchschnitt|somme|moyenne|suma|promedio|media|共|总|合计|平均|最/i;

/**
 * Whether it is a count over a whole output, a count or sum of what the line names in it, or a sum over a whole column. Where `next`, the word after the number, names a kind
 * of things in an output, only their count is meant: in a list of 4 files and a folder there are not 5 files.
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
  if (
    counts.some(({ value }) => value === 0) &&
    isNoneOf(
      next,
      evidence.seen.map(({ text }) => text),
    )
  )
    return true;
  return tallies.some(({ counts: all, kinds, sums, lines, headed }) => {
    if (!kinds.has(next) && counts.some(({ value }) => all.has(value) || (value === lines && (headed ? ofLinesAlone : ofLines).test(line))))
      return true;
    const small = counts.some(({ value }) => value <= 12);
    return (!small || ofSums.test(line)) && sums.some(within);
  });
}

/** Whether a fact says that so many seconds passed, in its own unit. */
const lasts = ({ numerals, unit, rough }: NumberFact, seconds: number): boolean =>
  factorsOf(unit).some((factor) =>
    numerals.some(({ value, step }) => Math.abs(seconds / factor - value) <= (rough ? Math.max(step, value * 0.05) : step / 2) + 1e-9),
  );

const roundsTo = ({ numerals }: NumberFact, value: number): boolean =>
  numerals.some(
    ({ value: shown, step }) => Math.abs(Math.abs(value) - shown) <= step / 2 + 1e-9 && (step < 1 || shown > 12 || Number.isInteger(value)),
  );
