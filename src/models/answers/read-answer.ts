/** Reads the object that a model was asked for out of the text it gave: the first one outside reasoning blocks that fits the schema wins. */
import type { z } from 'zod';
import { explain } from '../../contracts/explain.ts';
import { parsedJson } from '../../contracts/parsed-json.ts';
import type { Result } from '../../contracts/result.ts';
import { objectsIn } from './objects-in.ts';

/**
 * Never throws, and never makes up an object: text without one that fits is an error that says what was wrong with the first. What is only almost JSON
 * counts where no JSON fits; where one came first and differs from JSON that fits, nobody can tell which was meant.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Result<T> {
  const whole = wholeOf(text);
  const plain = whole && schema.safeParse(whole);
  if (plain?.success) return { ok: true, value: plain.data };
  const { objects, isCutOff } = objectsIn(text);
  const readings = objects.map(({ value, strict }) => ({ strict, parsed: schema.safeParse(value) }));
  const fitting = readings.filter(({ parsed }) => parsed.success);
  const chosen = fitting.find(({ strict }) => strict) ?? fitting[0];
  if (chosen?.parsed.success && isSame(chosen.parsed, fitting[0]?.parsed)) return { ok: true, value: chosen.parsed.data };
  if (chosen) return { ok: false, error: 'the answer holds two objects that fit and differ, the first of which is not quite JSON' };
  const error = readings[0]?.parsed.error && explain(readings[0].parsed.error);
  return { ok: false, error: error ?? (isCutOff ? 'the object is cut off before its end' : 'the answer holds no JSON object') };
}

/** What was chosen is also what came first. */
const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** The object that a text is from its first to its last character, as nearly all answers are: then nothing has to be looked for. */
function wholeOf(text: string): object | undefined {
  const value = /^\s*\{/.test(text) ? parsedJson(text) : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}
