/** Reads the journal of one task. A torn last line is the mark of a killed process and is left out; damage anywhere else is named by its line. */
import { createReadStream } from 'node:fs';
import { ArtooError } from '../contracts/errors.ts';
import { type Entry, journalFormat, parseEntry } from './entry.ts';

export type JournalText = {
  readonly entries: readonly Entry[];
  /** How many bytes hold whole lines; what follows is a torn tail. */
  readonly whole: number;
  readonly torn: number;
};

/** The whole journal in memory. */
export async function readJournal(path: string): Promise<JournalText> {
  const entries: Entry[] = [];
  let whole = 0;
  let torn = 0;
  let over = false;
  for await (const { bytes, terminated } of splitLines(path)) {
    if (!terminated) {
      torn = bytes.length;
      break;
    }
    if (over) throw corrupt(path, entries.length + 1, 'an entry behind the end of the task');
    const entry = readLine(path, bytes, entries.length);
    over = entry.kind === 'message' && entry.type === 'FinalResult';
    entries.push(entry);
    whole += bytes.length + 1;
  }
  if (entries.length === 0) throw new ArtooError('journal_empty', `${path} holds no entry`);
  return { entries, whole, torn };
}

function readLine(path: string, bytes: Buffer, seq: number): Entry {
  const number = seq + 1;
  const text = decode(bytes);
  if (text === undefined) throw corrupt(path, number, 'not UTF-8');
  if (seq === 0) refuseNewerFormat(path, text);
  const parsed = parseEntry(text);
  if ('wrong' in parsed) throw corrupt(path, number, parsed.wrong);
  const { entry } = parsed;
  if (entry.seq !== seq) throw corrupt(path, number, `seq ${entry.seq} where ${seq} was expected`);
  if ((entry.kind === 'open') !== (seq === 0)) throw corrupt(path, number, 'a journal has one open entry, its first');
  return entry;
}

/** A newer format may have another shape altogether, so it is recognised before it is parsed. */
function refuseNewerFormat(path: string, text: string): void {
  const format = formatOf(text);
  if (format > journalFormat) {
    throw new ArtooError('journal_too_new', `${path} has format ${format}; this artoo reads up to ${journalFormat}`);
  }
}

function formatOf(text: string): number {
  try {
    return Number(JSON.parse(text)?.format ?? 0);
  } catch {
    return 0; // not JSON: that is found when it is parsed
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function corrupt(path: string, number: number, wrong: string): ArtooError {
  return new ArtooError('journal_corrupt', `line ${number} of ${path}: ${wrong}`);
}

/** Splits on the byte `\n`, which never occurs inside a UTF-8 character or a JSON line. Chunks of one long line are joined once. */
async function* splitLines(path: string): AsyncGenerator<{ bytes: Buffer; terminated: boolean }> {
  let parts: Buffer[] = [];
  for await (const chunk of open(path)) {
    let from = 0;
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, to));
      yield { bytes: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), terminated: true };
      parts = [];
      from = to + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield { bytes: Buffer.concat(parts), terminated: false };
}

async function* open(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 18 });
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new ArtooError(missing ? 'journal_missing' : 'journal_corrupt', `cannot read ${path}: ${cause}`, { cause });
  }
}
