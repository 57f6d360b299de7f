/** Checks of what a program passes; each returns a sentence about what is wrong. */

import { ArtooError } from '../contracts/errors.ts';
import { suggestion } from '../contracts/text/nearest.ts';
import { clip } from '../contracts/text/shorten.ts';
import { visible } from '../contracts/text/visible.ts';

/** A sentence about what is wrong with the value of that name; undefined if it is valid. */
export type Check = (value: unknown, name: string) => string | undefined;
export type Table = Readonly<Record<string, Check>>;

/** Throws `usage` for the first value that is wrong, missing though required, or not in the table. */
export function check(where: string, options: unknown, table: Table, required: readonly string[] = []): void {
  const fault = isPlain(options) ? faultIn(options, table, '', required) : `options must be an object, not ${kindOf(options)}`;
  if (fault !== undefined) throw usage(`${where}: ${fault}`);
}

/** The value itself. Throws `usage` if it is wrong. */
export function passed<T>(value: T, test: Check, name: string): T {
  const fault = test(value, name);
  if (fault !== undefined) throw usage(fault);
  return value;
}

function faultIn(given: Readonly<Record<string, unknown>>, table: Table, path: string, required: readonly string[]): string | undefined {
  for (const name of new Set([...required, ...Object.keys(given)])) {
    const test = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!test) return `unknown option ${path}${shown(name)}; ${suggestion(name, Object.keys(table))}`;
    const isLeftOut = given[name] === undefined && !required.includes(name);
    const fault = isLeftOut ? undefined : test(given[name], path + name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** An object whose values are in the table. */
export const objectOf =
  (table: Table, what: string, required: readonly string[] = []): Check =>
  (value, name) =>
    isPlain(value) ? faultIn(value, table, `${name}.`, required) : `${name} must be ${what}, not ${kindOf(value)}`;

export const mustBe =
  (what: string, isRight: (value: unknown) => boolean): Check =>
  (value, name) =>
    isRight(value) ? undefined : `${name} must be ${what}, not ${kindOf(value)}`;

/** An object with these functions, its own or those of its class. */
export const withMethods =
  (what: string, methods: readonly string[]): Check =>
  (value, name) => {
    if (!isRecord(value)) return `${name} must be ${what}, not ${kindOf(value)}`;
    const missing = methods.filter((method) => typeof value[method] !== 'function');
    return missing.length === 0 ? undefined : `${name} must be ${what}; it has no ${missing.join(', ')}`;
  };

/** A list whose items all pass. */
export const listOf =
  (what: string, item: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) return `${name} must be ${what}, not ${kindOf(value)}`;
    for (const [at, each] of value.entries()) {
      const fault = item(each, `${name}[${at}]`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

export const text = mustBe('a string', (value) => typeof value === 'string');
export const flag = mustBe('true or false', (value) => typeof value === 'boolean');
export const callable = mustBe('a function', (value) => typeof value === 'function');
export const number = mustBe('a number', (value) => typeof value === 'number');

export const usage = (message: string, cause?: unknown): ArtooError => new ArtooError('usage', message, { cause });
export const shown = (value: string): string => visible(clip(value, 80));

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value was made by `{}`, in any realm: a Map or a promise has no options in it. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The kind of a value, in a word or two. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? 'an empty string' : 'a string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  if ('then' in value) return 'a promise';
  return isPlain(value) ? 'an object' : `an instance of ${shown(value.constructor?.name || 'a class')}`;
}
