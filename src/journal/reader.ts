/** Reads the whole journal of one task. */
import type { Entry } from './entry.ts';
import { streamJournal } from './stream.ts';

export type JournalText = {
  readonly entries: readonly Entry[];
  /** How many bytes are complete lines, and how many belong to a torn line after them. */
  readonly whole: number;
  readonly torn: number;
};

/** Reads the whole journal into memory. */
export async function readJournal(path: string): Promise<JournalText> {
  const entries: Entry[] = [];
  let whole = 0;
  let torn = 0;
  for await (const line of streamJournal(path)) {
    if ('torn' in line) torn = line.torn;
    else {
      entries.push(line.entry);
      whole += line.bytes;
    }
  }
  return { entries, whole, torn };
}
