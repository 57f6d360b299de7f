/** The operands of a derivation: numbers, times, words for numbers, and phrases that contain them. */
import { secondsOf } from '../elapsed.ts';
import { readNumeral } from './numerals.ts';

/** An operand, read. */
export type Operand = {
  /** The operand's value in a formula: NaN for a name, seconds for a time. */
  readonly value: number;
  /** Every number that the formula may contain because of this operand. */
  readonly numbers: readonly number[];
  readonly isTime: boolean;
  /** Whether a source must contain the operand word for word. */
  readonly isPhrase: boolean;
};

const spelled: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, value) => [word, value] as const),
);

/** Reads an operand; a unit or a symbol around a number is ignored. */
export function operandOf(text: string): Operand {
  const operand = text.trim();
  const seconds = secondsOf(operand);
  if (seconds !== undefined) {
    const parts = [...operand.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    return { value: seconds, numbers: [seconds, ...parts], isTime: true, isPhrase: true };
  }
  const digits = /^[^\d]{0,3}(\d[\d.,'\u00a0\u202f ]{0,30}\d|\d)\s?[^\d]{0,12}$/.exec(operand)?.[1];
  const value = digits === undefined || isRow(digits) ? undefined : readNumeral(digits)[0]?.value;
  if (value !== undefined) return { value, numbers: [value], isTime: false, isPhrase: false };
  const numbers = [...operand.slice(0, 500).matchAll(/(?<![\p{L}\d.,:])\d{1,15}(?:[.,]\d{1,15})?(?![\p{L}\d:])|\p{L}{3,6}/gu)].flatMap(
    ([token]) => (/^\d/.test(token) ? (readNumeral(token)[0]?.value ?? []) : (spelled.get(token.toLowerCase()) ?? [])),
  );
  return { value: numbers.length === 1 ? (numbers[0] ?? Number.NaN) : Number.NaN, numbers, isTime: false, isPhrase: true };
}

/** `11 06` is two cells of a row; `11 006` is one number. */
const isRow = (digits: string): boolean => digits.includes(' ') && !/^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(digits);

/** Whether a text contains a phrase, ignoring case, without splitting a number. */
export function containsPhrase(text: string, phrase: string): boolean {
  const [all, part] = [text.toLowerCase(), phrase.trim().toLowerCase()];
  if (part === '') return false;
  for (let at = all.indexOf(part), tries = 0; at >= 0 && tries < 1000; at = all.indexOf(part, at + 1), tries++) {
    const isCut = /\d$/.test(part) && /^(?:\d|[.,:]\d)/.test(all.slice(at + part.length, at + part.length + 2));
    const isRest = /^\d/.test(part) && /(?:\d|\d[.,:])$/.test(all.slice(Math.max(0, at - 2), at));
    if (!isCut && !isRest) return true;
  }
  return false;
}
