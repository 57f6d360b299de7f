/** Reads the lines of one journal in their order. What is wrong with one is named by its number. */
import { isUtf8 } from 'node:buffer';
import { ArtooError } from '../contracts/errors.ts';
import { parsedJson } from '../contracts/parsed-json.ts';
import { type Entry, journalFormat, parseEntry } from './entry.ts';

/** Failure contract: `text` and `entry` throw `journal_corrupt`, and `text` of the first line `journal_too_new`. */
export type LineReader = {
  /** How many lines there were before this one. */
  readonly seq: number;
  corrupt(wrong: string): ArtooError;
  /** A line as text, which may not follow the end of the task. */
  text(bytes: Buffer): string;
  /** What it says. */
  entry(text: string): Entry;
  /** Goes on to the next; `isEnd` when this one ends the task. */
  next(isEnd: boolean): void;
};

export function createLineReader(path: string): LineReader {
  let seq = 0;
  let isOver = false;
  const corrupt = (wrong: string) => new ArtooError('journal_corrupt', `line ${seq + 1} of ${path}: ${wrong}`);
  return {
    get seq() {
      return seq;
    },
    corrupt,
    text(bytes) {
      if (isOver) throw corrupt('an entry after the end of the task');
      const text = decode(bytes);
      if (text === undefined) throw corrupt('not UTF-8');
      if (seq === 0 && formatOf(text) > journalFormat)
        throw new ArtooError('journal_too_new', `${path} has format ${formatOf(text)}; this artoo reads up to ${journalFormat}`);
      return text;
    },
    entry(text) {
      const parsed = parseEntry(text);
      if (!parsed.ok) throw corrupt(parsed.error);
      const { value: entry } = parsed;
      if (entry.seq !== seq) throw corrupt(`seq ${entry.seq} where ${seq} was expected`);
      if ((entry.kind === 'open') !== (seq === 0)) throw corrupt('a journal has one open entry, its first');
      return entry;
    },
    next(isEnd) {
      seq += 1;
      isOver = isEnd;
    },
  };
}

/** The format that the first line of a journal names. A newer one may have another shape altogether, so it is asked before anything is parsed. */
export function formatOf(text: string): number {
  const open = parsedJson(text); // what is not JSON is found when it is parsed
  return typeof open === 'object' && open !== null && 'format' in open ? Number(open.format ?? 0) : 0;
}

/** Asked first, because what is no text would be made into one. */
const decode = (bytes: Buffer): string | undefined => (isUtf8(bytes) ? bytes.toString() : undefined);
