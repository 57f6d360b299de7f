/** The entries of a journal as the auditor needs them: the inputs and results of effects, which make up nearly all of a journal, are not parsed. */
import { createLineCutter } from '../../contracts/text/line-cutter.ts';
import type { Entry, Intent, Outcome } from '../../journal/entry.ts';
import type { Damage } from '../../journal/gunzip.ts';
import { createLineReader, type LineReader } from '../../journal/line-reader.ts';

/** An effect without its input, and an outcome without its result. */
type Begun = Pick<Intent, 'kind' | 'seq' | 'ts' | 'key' | 'effect' | 'role'>;
type Answered = Pick<Outcome, 'kind' | 'seq' | 'ts' | 'key'> & { readonly ok: boolean };

export type AuditedEntry = Exclude<Entry, Intent | Outcome> | Begun | Answered;

/**
 * Calls `see` with every entry in the bytes of a journal, in order. Leaves out an incomplete last line, which is still being written or was cut off
 * when its process was killed. Rejects if reading the bytes does, and with `journal_corrupt` or `journal_too_new`, which call the journal `name`.
 */
export async function eachAuditedEntry(
  name: string,
  bytes: AsyncIterable<Buffer | Damage>,
  see: (entry: AuditedEntry) => void,
): Promise<void> {
  const lines = createLineReader(name);
  const cutter = createLineCutter();
  for await (const chunk of bytes) {
    if ('damaged' in chunk) throw lines.corrupt(chunk.damaged);
    for (const line of cutter.cut(chunk)) {
      const entry = inShort(line, lines) ?? briefly(lines.entry(lines.text(line)));
      see(entry);
      lines.next(entry.kind === 'message' && entry.type === 'FinalResult');
    }
  }
}

const intent =
  /^\{"kind":"intent","seq":(?<seq>\d+),"ts":"(?<ts>[\dTZ:.+-]+)","key":"(?<key>[\d./Rab]+)","effect":"(?<effect>model|tool|check|look)","role":"(?<role>R\d[ab]?)",/;
const outcome =
  /^\{"kind":"outcome","seq":(?<seq>\d+),"ts":"(?<ts>[\dTZ:.+-]+)","key":"(?<key>[\d./Rab]+)","ms":[\d.e+-]+,"result":\{"ok":(?<ok>true|false),/;

/** The offset of the kind's name in a line. */
const kindAt = '{"kind":"'.length;
const [i, o] = Buffer.from('io');

/** The fields at the beginning of a line, in the form in which artoo writes them; undefined for any other entry or form. */
function inShort(bytes: Buffer, lines: LineReader): Begun | Answered | undefined {
  const pattern = bytes[kindAt] === i ? intent : bytes[kindAt] === o ? outcome : undefined;
  const found = pattern?.exec(lines.head(bytes));
  const { ts, key, effect, role, ok, seq: place } = found?.groups ?? {};
  const { seq } = lines;
  if (ts === undefined || Number(place) !== seq) return undefined;
  if (ok !== undefined) return { kind: 'outcome', seq, ts, key: key as Outcome['key'], ok: ok === 'true' }; // `key` matches the pattern of a key
  return { kind: 'intent', seq, ts, key: key as Intent['key'], effect: effect as Intent['effect'], role: role as Intent['role'] }; // the patterns allow no other values
}

function briefly(entry: Entry): AuditedEntry {
  if (entry.kind === 'intent')
    return { kind: 'intent', seq: entry.seq, ts: entry.ts, key: entry.key, effect: entry.effect, role: entry.role };
  if (entry.kind === 'outcome') return { kind: 'outcome', seq: entry.seq, ts: entry.ts, key: entry.key, ok: entry.result.ok };
  return entry;
}
