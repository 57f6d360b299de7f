/** Evaluates a small formula: numbers, + - * / ^ %, parentheses, count, sum, avg, min, max, round, abs. */

const maxLength = 1000;
const maxDepth = 40;
const functions: Readonly<Record<string, (values: readonly number[]) => number>> = {
  count: (values) => values.length,
  len: (values) => values.length,
  sum: total,
  total,
  avg: (values) => total(values) / values.length,
  mean: (values) => total(values) / values.length,
  average: (values) => total(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  round: ([value = Number.NaN, digits = 0]) => Math.round(value * 10 ** digits) / 10 ** digits,
  abs: ([value = Number.NaN]) => Math.abs(value),
};

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/**
 * The value of a formula; undefined if the text is not a formula. `from` and an empty argument list both mean the values in `from`. Bounded in length
 * and depth.
 */
export function computed(formula: string, from: readonly number[] = []): number | undefined {
  if (formula.length > maxLength) return undefined;
  const tokens = formula.match(/\d+(?:\.\d+)?|[a-z]+|[-+*/^%(),]|[^\s]/gi) ?? [];
  try {
    const reader = new Reader(tokens, from);
    const value = reader.sum(0);
    return reader.done() && Number.isFinite(value) ? value : undefined;
  } catch (error) {
    if (error instanceof NoFormula) return undefined;
    throw error;
  }
}

/** The numbers that appear in a formula. */
export const numbersIn = (formula: string): readonly number[] => (formula.slice(0, maxLength).match(/\d+(?:\.\d+)?/g) ?? []).map(Number);

class NoFormula extends Error {}

class Reader {
  readonly #tokens: readonly string[];
  readonly #from: readonly number[];
  #at = 0;

  constructor(tokens: readonly string[], from: readonly number[]) {
    this.#tokens = tokens;
    this.#from = from;
  }

  done(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(depth: number): number {
    let value = this.#product(depth);
    for (;;) {
      if (this.#take('+')) value += this.#product(depth);
      else if (this.#take('-')) value -= this.#product(depth);
      else return value;
    }
  }

  #product(depth: number): number {
    let value = this.#power(depth);
    for (;;) {
      if (this.#take('*')) value *= this.#power(depth);
      else if (this.#take('/')) value /= this.#power(depth);
      else if (this.#take('%')) value = /^[\d(a-z]/i.test(this.#tokens[this.#at] ?? '') ? value % this.#power(depth) : value / 100;
      else return value;
    }
  }

  #power(depth: number): number {
    const base = this.#single(depth);
    return this.#take('^') ? base ** this.#single(depth) : base;
  }

  #single(depth: number): number {
    if (depth > maxDepth) throw new NoFormula();
    if (this.#take('-')) return -this.#single(depth + 1);
    if (this.#take('(')) {
      const value = this.sum(depth + 1);
      if (!this.#take(')')) throw new NoFormula();
      return value;
    }
    const token = this.#tokens[this.#at] ?? '';
    this.#at += 1;
    if (/^\d/.test(token)) return Number(token);
    const call = Object.hasOwn(functions, token.toLowerCase()) ? functions[token.toLowerCase()] : undefined;
    if (call === undefined) throw new NoFormula();
    return call(this.#take('(') ? this.#arguments(depth + 1) : this.#from);
  }

  #arguments(depth: number): readonly number[] {
    const values: number[] = [];
    while (!this.#take(')')) {
      if (this.#take('from')) values.push(...this.#from);
      else values.push(this.sum(depth));
      if (!this.#take(',') && this.#tokens[this.#at] !== ')') throw new NoFormula();
    }
    return values;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== token) return false;
    this.#at += 1;
    return true;
  }
}
