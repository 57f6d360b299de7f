/** The golden journals as entries, for tests of code that reads journals. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Entry, parseEntry } from '../../src/journal/entry.ts';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));

/** Their names, with the folder for those of older formats. */
export const goldenNames: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))
  .toSorted();

export const goldenPath = (name: string): string => `${folder}${name}.jsonl`;

const known = new Map<string, readonly Entry[]>();

/** They are read and parsed only once. */
export function goldenEntries(name: string): readonly Entry[] {
  const entries = known.get(name) ?? readFileSync(goldenPath(name), 'utf8').trimEnd().split('\n').map(entryIn);
  known.set(name, entries);
  return entries;
}

/** An entry with some values replaced, as it would be read from disk. */
export const readBack = (entry: object): Entry => entryIn(JSON.stringify(entry));

function entryIn(line: string): Entry {
  const parsed = parseEntry(line);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.error);
}
