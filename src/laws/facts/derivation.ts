/** A calculation by a judge, computed again. */

import type { NumberFact } from './facts-in.ts';
import { computed, numbersIn } from './formula.ts';
import { readNumeral } from './numerals.ts';

export type Derivation = { readonly fact: string; readonly from: readonly string[]; readonly how: string };

const mostOperands = 2000;
/** Constants of units and of percentages. */
const constants: ReadonlySet<number> = new Set([
  1,
  7,
  12,
  24,
  60,
  100,
  365,
  1000,
  1024,
  3600,
  86_400,
  1_000_000,
  1024 ** 2,
  1024 ** 3,
  1_000_000_000,
]);

/**
 * Whether the derivation proves the number: it is about it, each operand is supported and, where they are counted, named once; the formula holds no other numbers
 * than those and constants of units; and it comes to what the fact shows.
 */
export function derives({ fact, from, how }: Derivation, number: NumberFact, isSupported: (operand: string) => boolean): boolean {
  if (from.length === 0 || from.length > mostOperands || !isAbout(fact, number)) return false;
  const operands = from.map(operandOf);
  const known = new Set([...operands.filter((value) => !Number.isNaN(value)), ...constants]);
  if (!/[-+*/^%]|[a-z]/i.test(how) || !numbersIn(how.replaceAll(/(?<=\d),(?=\d{3})/g, '')).every((value) => known.has(value))) return false;
  const counts = /count|len/i.test(how);
  if (counts ? new Set(from).size !== from.length : operands.some(Number.isNaN)) return false;
  if (!from.every(isSupported)) return false;
  const value = computed(
    how.replaceAll(/(?<=\d),(?=\d{3})/g, '').replace(/=.*$/, ''),
    counts ? operands.map((one) => (Number.isNaN(one) ? 0 : one)) : operands,
  );
  return (
    value !== undefined &&
    number.numerals.some(
      ({ value: shown, step }) => comesTo(value, shown, step) || (number.unit === '%' && comesTo(value * 100, shown, step)),
    )
  );
}

const comesTo = (value: number, shown: number, step: number): boolean => Math.abs(Math.abs(value) - shown) <= step / 2 + 1e-9;

/** The number that an operand is, with its mark or unit aside. */
const operandOf = (operand: string): number => {
  const digits = /^[^\d]{0,3}(\d[\d.,'\u00a0\u202f ]{0,30}\d|\d)\s?[^\d]{0,12}$/.exec(operand.trim())?.[1];
  return digits === undefined ? Number.NaN : (readNumeral(digits)[0]?.value ?? Number.NaN);
};

const isAbout = (said: string, { text, numerals }: NumberFact): boolean => {
  if (said.trim() === text) return true;
  const value = operandOf(said);
  return numerals.some((one) => one.value === value);
};
