/** Finds the object that a model was asked for in the model's text: the first one outside reasoning blocks that fits the schema. */
import type { z } from 'zod';
import type { Result } from '../../contracts/result.ts';
import { explain } from '../../contracts/text/explain.ts';
import { parsedJson } from '../../contracts/text/parsed-json.ts';
import { objectsIn } from './objects-in.ts';

/** Never throws. The error says what was wrong with the first object. An object that is nearly JSON counts if no valid JSON fits; if it comes first and differs from valid JSON that fits, the answer is ambiguous. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): Result<T> {
  const whole = wholeOf(text);
  const plain = whole && schema.safeParse(whole);
  if (plain?.success) return { ok: true, value: plain.data };
  const { objects, isCutOff } = objectsIn(text);
  const readings = objects.map(({ value, strict }) => ({ strict, parsed: schema.safeParse(value) }));
  const fitting = readings.filter(({ parsed }) => parsed.success);
  const chosen = fitting.find(({ strict }) => strict) ?? fitting[0];
  if (chosen?.parsed.success && isSame(chosen.parsed, fitting[0]?.parsed)) return { ok: true, value: chosen.parsed.data };
  if (chosen) return { ok: false, error: 'the answer contains two different objects that fit, and the first is not valid JSON' };
  const error = readings[0]?.parsed.error && explain(readings[0].parsed.error);
  return { ok: false, error: error ?? (isCutOff ? 'the object is cut off before its end' : 'the answer contains no JSON object') };
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** The text as a single object from beginning to end, as nearly all answers are, so that nothing has to be searched. */
function wholeOf(text: string): object | undefined {
  const value = /^\s*\{/.test(text) ? parsedJson(text) : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}
