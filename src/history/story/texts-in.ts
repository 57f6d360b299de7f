/** Texts in what a role decided. Pure. */
import type { Json } from '../../contracts/json.ts';

/** The texts under a key, whether there are many, one or none. */
export function textsIn(value: Json, key: string): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const found: Json | undefined = Object.hasOwn(value, key) ? (value as Readonly<Record<string, Json>>)[key] : undefined; // an object, as seen above
  return [found ?? []].flat().filter((item) => typeof item === 'string');
}
