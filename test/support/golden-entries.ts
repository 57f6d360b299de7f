/** The golden journals as entries, for whoever reads journals. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Entry, parseEntry } from '../../src/journal/entry.ts';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));

/** Their names, those of older formats with their folder. */
export const goldenNames: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))
  .toSorted();

export const goldenPath = (name: string): string => `${folder}${name}.jsonl`;

export const goldenEntries = (name: string): readonly Entry[] =>
  readFileSync(goldenPath(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => parseEntry(line))
    .map((parsed) => {
      if ('entry' in parsed) return parsed.entry;
      throw new Error(parsed.wrong);
    });
