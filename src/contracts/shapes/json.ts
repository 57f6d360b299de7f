/** The type of payload fields that allow any value: plain JSON, nested no deeper than can be written and read back. */
import { z } from 'zod';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const Json = z
  .custom<Json>((value) => isJson(value, maxDepth), { message: 'must be plain JSON, nested at most 100 levels deep' })
  .meta({ id: 'Json', description: 'Any JSON value, nested at most 100 levels deep.' });

const maxDepth = 100;

function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || levels === 0 || 'toJSON' in value) return false;
  if (Array.isArray(value)) return isJsonList(value, levels - 1);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  const object = value as Readonly<Record<string, unknown>>; // any object can be read by key
  for (const key in object) if (!isJson(object[key], levels - 1)) return false;
  return true;
}

/** Iterates by index, because `every` skips holes, which JSON would turn into nulls. */
function isJsonList(items: readonly unknown[], levels: number): boolean {
  for (let at = 0; at < items.length; at += 1) if (!isJson(items[at], levels)) return false;
  return true;
}
