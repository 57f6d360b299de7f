/** Checks of untrusted values, used where loading the schemas would take longer than the work itself. Pure. */

/** The fields of an object. */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined; // any object can be read by key

/** A number that counts or measures something. */
export const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0;

export const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

export const isOneOf = <T extends string>(value: unknown, words: ReadonlySet<T>): value is T => (words as ReadonlySet<unknown>).has(value); // any value may be looked up in a set

/** All words of a type: a missing or extra word is a type error. */
export function wordsOf<T extends string>(all: Readonly<Record<T, true>>): ReadonlySet<T> {
  return new Set(Object.keys(all) as T[]); // these are its keys, according to its type
}
