/** Reads the lines of a journal in order. Errors name the line. */
import { isUtf8 } from 'node:buffer';
import { ArtooError } from '../contracts/errors.ts';
import { parsedJson } from '../contracts/text/parsed-json.ts';
import { type Entry, journalFormat, parseEntry } from './entry.ts';

/** Failure contract: `head`, `text` and `entry` throw `journal_corrupt`, and `text` throws `journal_too_new` for the first line. */
export type LineReader = {
  /** How many lines came before the current one. */
  readonly seq: number;
  corrupt(wrong: string): ArtooError;
  /** The line as text. Throws if a line follows the end of the task. */
  text(bytes: Buffer): string;
  /** The beginning of the line, for callers that need no more. Only its ASCII characters are reliable. */
  head(bytes: Buffer): string;
  entry(text: string): Entry;
  /** Moves to the next line; `isEnd` if this one ended the task. */
  next(isEnd: boolean): void;
};

/** Enough of a line to see what happened in an effect; the input or result comes after this. */
const headBytes = 256;

export function createLineReader(path: string): LineReader {
  let seq = 0;
  let isOver = false;
  const corrupt = (wrong: string) => new ArtooError('journal_corrupt', `line ${seq + 1} of ${path}: ${wrong}`);
  function check(bytes: Buffer): void {
    if (isOver) throw corrupt('an entry after the end of the task');
    if (!isUtf8(bytes)) throw corrupt('not UTF-8'); // decoding would silently replace invalid bytes
  }
  return {
    get seq() {
      return seq;
    },
    corrupt,
    text(bytes) {
      check(bytes);
      const text = bytes.toString();
      if (seq === 0 && formatOf(text) > journalFormat)
        throw new ArtooError(
          'journal_too_new',
          `${path} has format ${formatOf(text)}; this version of artoo reads formats up to ${journalFormat}`,
        );
      return text;
    },
    head(bytes) {
      check(bytes);
      return bytes.toString('latin1', 0, headBytes);
    },
    entry(text) {
      const parsed = parseEntry(text);
      if (!parsed.ok) throw corrupt(parsed.error);
      const { value: entry } = parsed;
      if (entry.seq !== seq) throw corrupt(`seq is ${entry.seq}, but ${seq} was expected`);
      if ((entry.kind === 'open') !== (seq === 0)) throw corrupt('a journal must have exactly one open entry, its first');
      return entry;
    },
    next(isEnd) {
      seq += 1;
      isOver = isEnd;
    },
  };
}

/** The format that the first line of a journal names, read before anything is parsed, as a newer format may have a different shape. */
export function formatOf(text: string): number {
  const open = parsedJson(text); // a line that is not JSON is reported when it is parsed
  return typeof open === 'object' && open !== null && 'format' in open ? Number(open.format ?? 0) : 0;
}
