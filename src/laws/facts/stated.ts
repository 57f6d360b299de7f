/** Arithmetic between numbers that the answer itself states. */
import type { NumberFact } from './facts-in.ts';
import { computed } from './numbers/formula.ts';
import { rangesOf, roundsTo } from './numbers/number-support.ts';

/** A number of the answer with its position, and whether it has been found to be supported. */
export type Stated = { readonly fact: NumberFact; readonly row: number; readonly column: number; supported: boolean };

const totals =
  /total|sum|altogether|together|combined|overall|in all|insgesamt|gesamt|zusammen|summe|somme|ensemble|suma|en todo|共|总|合计/i;
const differences =
  /more|fewer|less|difference|remain|left|rest|increase|decrease|grew|drop|saved|fast|slow|small|larg|from|up|down|others?|mehr|weniger|übrig|plus|moins|reste|más|menos|quedan|剩|多|少|增|减/i;
const ratios = /times|fold|average|mean|per |each|×|\bx\b|\dx|fach|fois|veces|durchschnitt|moyenne|promedio|倍|平均|每/i;
const maxOperands = 8;

/** Totals in the outputs themselves, and the counts and sums under the names that a line mentions. */
export type Shown = { readonly wholes: readonly number[]; readonly named: (row: number) => readonly number[] };

/** Marks the numbers that follow from supported numbers by arithmetic, until no more are found. */
export function follow(stated: readonly Stated[], lines: readonly string[], shown: Shown): void {
  const rows = Map.groupBy(stated, ({ row }) => row);
  for (let pass = 0; pass < 4; pass++) {
    let more = false;
    for (const one of stated) {
      if (one.supported || !follows(one, rows, lines, shown)) continue;
      one.supported = true;
      more = true;
    }
    if (!more) return;
  }
}

function follows(one: Stated, rows: ReadonlyMap<number, readonly Stated[]>, lines: readonly string[], shown: Shown): boolean {
  const { fact, row } = one;
  const line = lines[row] ?? '';
  const others = (rows.get(row) ?? []).filter((other) => other !== one);
  const operands = others
    .filter(({ supported }) => supported)
    .sort((a, b) => distance(a, one) - distance(b, one))
    .slice(0, maxOperands)
    .map(amount);
  const ranges = rangesOf(fact);
  const is = (value: number): boolean =>
    Number.isFinite(value) && (ranges.some(([low, high]) => value >= low - 1e-9 && value <= high + 1e-9) || roundsTo(fact, value));
  if (fact.unit === '%') return isShare(one, operands, rows, line, shown);
  if (isEquation(one, others, line, is)) return true;
  if (isSum(one, others, rows, line, is)) return true;
  const small = fact.numerals.every(({ value, step }) => step === 1 && value <= 12);
  const pairs = operands.flatMap((a, at) => operands.slice(at + 1).map((b) => [a, b] as const));
  if ((!small || differences.test(line)) && pairs.some(([a, b]) => is(Math.abs(a - b)))) return true;
  return ratios.test(line) && pairs.some(([a, b]) => is(a / b) || is(b / a) || is(a * b));
}

const amount = ({ fact }: Stated): number => fact.numerals[0]?.value ?? Number.NaN;
const distance = (a: Stated, b: Stated): number => Math.abs(a.fact.at - b.fact.at);

/**
 * A share of a total in the line, in the lines before it or in a source; a change from one number to another; the remainder to one hundred percent.
 */
function isShare(
  one: Stated,
  operands: readonly number[],
  rows: ReadonlyMap<number, readonly Stated[]>,
  line: string,
  shown: Shown,
): boolean {
  const percent = (value: number): boolean => roundsTo(one.fact, value);
  const before = Array.from({ length: 8 }, (_, back) => rows.get(one.row - back - 1) ?? [])
    .flat()
    .filter(({ supported }) => supported)
    .map(amount);
  const shares = (rows.get(one.row) ?? []).filter(({ fact, supported }) => supported && fact.unit === '%').map(amount);
  if (shares.some((share) => percent(100 - share))) return true;
  return [...operands, ...shown.named(one.row).slice(0, 200)].some((part) => {
    if ([...operands, ...before, ...shown.wholes].some((whole) => whole >= part && whole > 0 && percent((part / whole) * 100))) return true;
    const isChange = differences.test(line) || /[+−-]\s?\d/.test(line);
    return isChange && operands.some((from) => from > 0 && percent((Math.abs(part - from) / from) * 100));
  });
}

/** `10 + 5 = 15`: evaluates the left side if all its numbers are supported. */
function isEquation({ fact, column }: Stated, others: readonly Stated[], line: string, is: (value: number) => boolean): boolean {
  const upTo = line.slice(Math.max(0, column - 300), column);
  const expression = /([\d.,\s+\-−–*×·÷/()%]{1,300})[=≈→]\s*[*$€]{0,3}$/.exec(upTo)?.[1];
  if (expression === undefined || others.some(({ fact: { at }, supported }) => !supported && at < fact.at)) return false;
  const value = computed(
    expression
      .replaceAll(/[−–]/g, '-')
      .replaceAll(/[×·]/g, '*')
      .replaceAll('÷', '/')
      .replaceAll(/(?<=\d),(?=\d{3})/g, ''),
  );
  return value !== undefined && is(value);
}

/** The sum of the numbers on its line, in the rows above, or of the parts below. */
function isSum(
  { fact, row }: Stated,
  others: readonly Stated[],
  rows: ReadonlyMap<number, readonly Stated[]>,
  line: string,
  is: (value: number) => boolean,
): boolean {
  const addable = others.filter(({ fact: { unit } }) => unit !== '%');
  const after = addable.filter(({ fact: { at } }) => at > fact.at);
  const sums = (parts: readonly Stated[]): boolean =>
    parts.length > 1 && parts.every(({ supported }) => supported) && is(parts.reduce((sum, part) => sum + amount(part), 0));
  if (sums(after) || (totals.test(line) && sums(addable))) return true;
  const block = (step: 1 | -1): readonly Stated[] => {
    const parts: Stated[] = [];
    for (let at = row + step, blank = 0; parts.length < 200 && blank < 2; at += step) {
      const part = (rows.get(at) ?? []).find(({ fact: { unit } }) => unit !== '%');
      if (part === undefined) blank += 1;
      else parts.push(part);
    }
    return parts;
  };
  return sums(block(1)) || (totals.test(line) && sums(block(-1)));
}
