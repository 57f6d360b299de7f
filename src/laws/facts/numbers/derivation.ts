/** A calculation given by a judge, which is computed again. */
import { secondsOf } from '../elapsed.ts';
import type { NumberFact } from '../facts-in.ts';
import { computed, numbersIn } from './formula.ts';
import { type Operand, operandOf } from './operands.ts';
import { factorsOf } from './units.ts';

/** The fact, the operands from which it is computed, and the formula. */
export type Derivation = { readonly fact: string; readonly from: readonly string[]; readonly how: string };

const maxOperands = 2000;
/** Constants used for units and percentages. */
const constants: ReadonlySet<number> = new Set([1, 7, 12, 24, 60, 100, 365, 1000, 1024, 3600, 86_400, 1e6, 1e9, 1024 ** 2, 1024 ** 3]);

/**
 * Whether the derivation proves the number. Either an operand quotes a row or a phrase that shows the number, in a source with too many numbers for
 * any of them to be proof. Or all of this is true: the derivation is about that number; each operand is supported and, if operands are counted,
 * listed once; the formula has no other numbers except unit constants; and its result is the number that the fact shows.
 */
export function derives({ fact, from, how }: Derivation, number: NumberFact, isSupported: (operand: string) => boolean): boolean {
  if (from.length === 0 || from.length > maxOperands || !isAbout(fact, number)) return false;
  const read = from.map(operandOf);
  if (from.every(isSupported) && from.some((operand, at) => shows(operand, read[at], number))) return true;
  const operands = read.map(({ value }) => value);
  const known = new Set([...read.flatMap(({ numbers }) => numbers), ...constants]);
  const formula = plainFormula(how);
  if (!/[-+*/^%]|[a-z]/i.test(formula) || !numbersIn(formula).every((value) => known.has(value))) return false;
  const counts = /count|len/i.test(how);
  if (counts ? new Set(from).size !== from.length : read.some(({ numbers }) => numbers.length === 0)) return false;
  if (!from.every(isSupported)) return false;
  const value = computed(formula.replace(/=.*$/, ''), counts ? operands.map((one) => (Number.isNaN(one) ? 0 : one)) : operands);
  if (value === undefined) return false;
  const scales = [
    1,
    ...(number.unit === '%' ? [100] : []),
    ...(read.every(({ isTime }) => isTime) ? factorsOf(number.unit).map((factor) => 1 / factor) : []),
  ];
  return number.numerals.some(({ value: shown, step }) => scales.some((scale) => matches(value * scale, shown, step)));
}

/** Whether an operand shows the number itself: a number in another unit, or a percentage, has to be computed. */
const shows = (operand: string, read: Operand | undefined, { unit, measure, numerals }: NumberFact): boolean =>
  unit !== '%' &&
  measure === '' &&
  read?.isPhrase === true &&
  /\S\s+\S/.test(operand.trim()) &&
  numerals.some(({ value, step }) => step === 1 && read.numbers.includes(value));

const matches = (value: number, shown: number, step: number): boolean => Math.abs(Math.abs(value) - shown) <= step / 2 + 1e-9;

/** The formula without thousands separators, and with times in seconds. */
const plainFormula = (how: string): string =>
  how
    .slice(0, 2000)
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll(/(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/g, (time) => String(secondsOf(time) ?? time));

const isAbout = (said: string, { text, numerals }: NumberFact): boolean => {
  if (said.trim() === text) return true;
  const { value } = operandOf(said);
  return numerals.some((one) => one.value === value);
};
