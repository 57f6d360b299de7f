/** Entries as lines of a journal. Writer and tape share this code: equal entries have equal lines, byte for byte. */
import type { Entry } from './entry.ts';
import { jsonText } from './json-text.ts';

/**
 * Appends the pieces of an entry's line, without its newline, and returns its approximate length. A message to two roles is two entries with one payload, which is
 * serialized once. The envelope needs no escaping: ids, times, parties and types are plain ASCII.
 */
export function createLineMaker(): (entry: Entry, pieces: string[]) => number {
  let payload: unknown;
  let text = '';
  return (entry, pieces) => {
    if (entry.kind === 'intent') return addIntent(entry, pieces);
    if (entry.kind !== 'message') {
      const line = JSON.stringify(entry);
      pieces.push(line);
      return line.length;
    }
    if (entry.payload !== payload) {
      payload = entry.payload;
      text = JSON.stringify(payload);
    }
    const { id, seq, ts, task_id, from, to, type, reply_to } = entry;
    const reply = reply_to === undefined ? '' : `,"reply_to":"${reply_to}"`;
    const head = `{"kind":"message","id":"${id}","seq":${seq},"ts":"${ts}","task_id":"${task_id}","from":"${from}","to":"${to}"${reply},"type":"${type}","payload":`;
    pieces.push(head, text, '}');
    return head.length + text.length;
  };
}

/** The input is by far the longest part, and is already cached as text. */
function addIntent({ input, ...rest }: Extract<Entry, { kind: 'intent' }>, pieces: string[]): number {
  const head = JSON.stringify(rest);
  const text = jsonText(input);
  pieces.push(head.slice(0, -1), ',"input":', text, '}');
  return head.length + text.length;
}

/** The first fields of a line as our writer writes it: enough to classify the line without parsing the rest. */
export type LineHead = {
  readonly kind: string;
  readonly seq: number;
  readonly ts: string;
  readonly from: string | undefined;
  readonly type: string | undefined;
};

const head =
  /^\{"kind":"(?<kind>[a-z]+)"(?:,"id":"[\w-]+")?,"seq":(?<seq>\d+),"ts":"(?<ts>[\dTZ:.+-]+)"(?:,"task_id":"[\w-]+","from":"(?<from>\w+)","to":"\w+"(?:,"reply_to":"[\w-]+")?,"type":"(?<type>\w+)"|,"from":"(?<refused>\w+)")?/;

export function headOf(line: string): LineHead | undefined {
  const { kind, seq, ts, from, type, refused } = head.exec(line)?.groups ?? {};
  return kind === undefined || ts === undefined ? undefined : { kind, seq: Number(seq), ts, from: from ?? refused, type };
}
