/** Reads the object that a model was asked for out of the text it gave: the first one outside reasoning blocks that fits the schema wins. */
import type { z } from 'zod';
import { explain } from '../contracts/explain.ts';
import { objectsIn } from './objects-in.ts';

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/**
 * Never throws, and never makes up an object: text without one that fits is an error that says what was wrong with the first. What is only almost JSON
 * counts where no JSON fits.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  const whole = wholeOf(text);
  const plain = whole && schema.safeParse(whole);
  if (plain?.success) return { ok: true, value: plain.data };
  const { objects, isCutOff } = objectsIn(text);
  let error: string | undefined;
  for (const [index, { value }] of [...objects.entries()].toSorted(([, one], [, other]) => Number(other.strict) - Number(one.strict))) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { ok: true, value: parsed.data };
    if (index === 0) error = explain(parsed.error);
  }
  return { ok: false, error: error ?? (isCutOff ? 'the object is cut off before its end' : 'the answer holds no JSON object') };
}

/** The object that a text is from its first to its last character, as nearly all answers are: then nothing has to be looked for. */
function wholeOf(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it is looked for below
  }
}
