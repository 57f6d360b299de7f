/** Looks up values inside a JSON document by pointer (RFC 6901), and compares values. */
import type { Json } from '../../contracts/shapes/json.ts';

export type Pointed = { readonly found: true; readonly value: Json } | { readonly found: false; readonly why: string };

/** Whether a text is a pointer: empty, or names that each follow a slash, with `~` only in `~0` and `~1`. */
export const isPointer = (text: string): boolean => /^(?:\/|$)/.test(text) && !/~(?![01])/.test(text);

/** The value at a pointer. The empty pointer means the whole document. */
export function at(document: Json, pointer: string): Pointed {
  if (!isPointer(pointer)) return { found: false, why: `${JSON.stringify(pointer)} is not a JSON pointer` };
  let value = document;
  let path = '';
  for (const step of pointer.split('/').slice(1)) {
    const next = childOf(value, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (next === undefined) return { found: false, why: `${path === '' ? 'the document' : path} has no ${JSON.stringify(step)}` };
    value = next;
    path += `/${step}`;
  }
  return { found: true, value };
}

/** Keys may be in any order, and 0 equals -0. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (isList(a) || isList(b)) {
    return isList(a) && isList(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index] ?? null));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key] ?? null, b[key] ?? null));
}

type JsonObject = { readonly [key: string]: Json };

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !isList(value);

function childOf(value: Json, name: string): Json | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
