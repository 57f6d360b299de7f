/** How a task stands, going by its journal. Of a plain one only the head and the tail are read, however long it is, and its writer is not disturbed. */
import { ArtooError } from '../../contracts/errors.ts';
import { oneLine } from '../../contracts/shorten.ts';
import { type Entry, journalFormat, type Open, parseEntry } from '../../journal/entry.ts';
import { lastLine } from '../../journal/last-line.ts';
import { formatOf } from '../../journal/line-reader.ts';
import { readAt } from '../../journal/read-at.ts';
import type { Standing, Started } from './task-state.ts';

/** What the last whole line of a plain journal makes of what its head told. Throws where the file cannot be read. */
export function readTail(fd: number, head: Started): Standing {
  const line = lastLineIn(fd);
  if (typeof line !== 'object') return unreadable(line);
  const parsed = parseEntry(line.toString());
  return 'wrong' in parsed ? unreadable(`its last line: ${parsed.wrong}`) : standingAt(parsed.entry, head);
}

/** A text says what is wrong with it. */
function lastLineIn(fd: number): Buffer | string {
  try {
    return lastLine(fd).line;
  } catch (thrown) {
    if (thrown instanceof ArtooError) return thrown.message;
    throw thrown;
  }
}

/** What the last entry says about a task that began like this. */
export function standingAt(last: Entry, head: Started): Exclude<Standing, { state: 'unreadable' }> {
  if (last.kind === 'message' && last.type === 'FinalResult') {
    const { directive, reason, cost } = last.payload;
    return { ...head, state: 'ended', ended: last.ts, directive, reason, cost };
  }
  return { ...head, state: 'unfinished', stopped: last.ts, halted: last.kind === 'halt' ? last.code : null };
}

export const unreadable = (wrong: string): Extract<Standing, { state: 'unreadable' }> => ({ state: 'unreadable', wrong });

const maxGoalLength = 200;

/** What an entry adds to what is known of how the task began. */
export function withEntry(head: Started, entry: Entry): Started {
  if (entry.kind === 'open') return withOpening(head, entry);
  if (entry.kind !== 'message') return head;
  if (entry.type === 'UserInput') return { ...head, goal: oneLine(entry.payload.text, maxGoalLength) };
  return entry.type === 'TaskSpec' && head.slug === '' ? { ...head, slug: oneLine(entry.payload.slug, maxGoalLength) } : head;
}

function withOpening(head: Started, { ts, origin }: Open): Started {
  if (!origin) return { ...head, started: ts };
  const { task_id, seq, at, cost } = origin;
  return { ...head, started: at, origin: { task_id, seq, cost } };
}

export const unknownHead: Started = { started: '', goal: '', slug: '' };

const headBytes = 16 * 1024;

/** How far the slug is looked for: it comes behind what the first model was shown. */
const maxHeadLength = 1024 * 1024;

/** What stands at the beginning of a plain journal. A text says what is wrong with it. Throws where the file cannot be read. */
export function readHead(fd: number): Started | string {
  const bytes = readAt(fd, 0, headBytes);
  const text = bytes.toString();
  const [first, second, ...rest] = text.split('\n', 3);
  if (first === undefined || second === undefined) return bytes.length < headBytes ? 'holds no entry' : 'its first line is too long';
  const format = formatOf(first);
  if (format > journalFormat) return `format ${format}: written by a newer artoo`;
  const opened = parseEntry(first);
  if ('wrong' in opened) return `line 1: ${opened.wrong}`;
  if (opened.entry.kind !== 'open') return 'line 1: no open entry';
  const head = withEntry(unknownHead, opened.entry);
  if (rest.length === 0) return withSlug({ ...head, goal: oneLine(beginningOfGoal(second), maxGoalLength) }, text, fd);
  const asked = parseEntry(second);
  return 'wrong' in asked ? `line 2: ${asked.wrong}` : withSlug(withEntry(head, asked.entry), text, fd);
}

/** The beginning of the goal in a line that is cut off: whole characters and whole escapes, as the writer puts them. */
function beginningOfGoal(line: string): string {
  const text = /"type":"UserInput","payload":\{"text":"((?:[^"\\]|\\u[\da-f]{4}|\\[^u]){0,1000})/u.exec(line)?.[1] ?? '';
  return JSON.parse(`"${text}"`);
}

function withSlug(head: Started, beginning: string, fd: number): Started {
  const line = specIn(beginning) ?? (isCut(beginning) ? specIn(readAt(fd, 0, maxHeadLength).toString()) : undefined);
  const parsed = line === undefined ? undefined : parseEntry(line);
  return parsed && 'entry' in parsed ? withEntry(head, parsed.entry) : head;
}

/** The first whole line that is a TaskSpec, by its envelope, in which nothing is escaped. */
const specIn = (text: string): string | undefined => /^\{"kind":"message",[^{\n]*"type":"TaskSpec","payload":.*(?=\n)/m.exec(text)?.[0];

/** Whether there may be more than this: a character that was cut in two takes more bytes than it had. */
const isCut = (beginning: string): boolean => Buffer.byteLength(beginning) >= headBytes;
