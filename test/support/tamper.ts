/** Entries in which one value has been changed. */
import { type Entry, parseEntry } from '../../src/journal/entry.ts';

export type Place = readonly (string | number)[];

/** The paths of the leaves of an entry. */
export function leavesOf(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => leavesOf((value as Readonly<Record<string | number, unknown>>)[key], [...at, key])); // the key is one of its own
}

/** The same entry with another valid value at that place; undefined if there is none. */
export function tamper(entry: Entry, place: Place): Entry | undefined {
  const copy = JSON.parse(JSON.stringify(entry)) as Record<string | number, unknown>;
  const last = place.at(-1) ?? '';
  const holder = place.slice(0, -1).reduce((value, key) => value[key] as typeof copy, copy); // only objects and lists contain leaves
  for (const other of othersThan(holder[last])) {
    holder[last] = other;
    const parsed = parseEntry(JSON.stringify(copy));
    if (parsed.ok && !(parsed.value.kind === 'decision' && parsed.value.name === 'unknown')) return parsed.value;
  }
  return undefined;
}

function othersThan(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value / 2, value + 1, value - 1].filter((other) => other !== value);
  if (typeof value === 'boolean') return [!value];
  if (value === null) return ['other', 7];
  return [`${value}, or so`, `${value}x`, ...words.filter((word) => word !== value)];
}

/** Values of the closed sets. */
const words = [
  'plan',
  'plan_rejected',
  'pass',
  'fail',
  'matched',
  'failed',
  'logical',
  'environmental',
  'refine',
  'change_path',
  'low',
  'high',
  'gap',
  'met',
  'R7',
  'R3',
];
