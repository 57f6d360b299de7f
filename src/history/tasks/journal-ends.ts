/**
 * The status of a task, from its journal. Reads only the head and the tail of a plain journal, however long it is, and does not disturb its writer.
 */
import { ArtooError } from '../../contracts/errors.ts';
import { refusedPart } from '../../contracts/refused-part.ts';
import type { Result } from '../../contracts/result.ts';
import { oneLine } from '../../contracts/text/shorten.ts';
import { type Entry, journalFormat, type Open, parseEntry } from '../../journal/entry.ts';
import { lastLine } from '../../journal/last-line.ts';
import { formatOf } from '../../journal/line-reader.ts';
import { readAt } from '../../journal/read-at.ts';
import type { Started, TaskStatus } from './task-state.ts';

/** The status according to the last whole line of a plain journal. Throws if the file cannot be read. */
export function readTail(fd: number, head: Started): TaskStatus {
  const line = lastLineIn(fd);
  if (!line.ok) return unreadable(line.error);
  const parsed = parseEntry(line.value.toString());
  return parsed.ok ? statusAt(parsed.value, head) : unreadable(`its last line: ${parsed.error}`);
}

function lastLineIn(fd: number): Result<Buffer> {
  try {
    return { ok: true, value: lastLine(fd).line };
  } catch (thrown) {
    if (thrown instanceof ArtooError) return { ok: false, error: thrown.message };
    throw thrown;
  }
}

/** The status according to the last entry of a task that begins like this. */
export function statusAt(last: Entry, head: Started): Exclude<TaskStatus, { state: 'unreadable' }> {
  if (last.kind === 'message' && last.type === 'FinalResult') {
    const { directive, reason, cost } = last.payload;
    const partly = directive === 'accept' && refusedPart(last.payload) !== 'none';
    return { ...head, state: 'ended', ended: last.ts, directive, reason, ...(partly && { partly }), cost };
  }
  return { ...head, state: 'unfinished', stopped: last.ts, halted: last.kind === 'halt' ? last.code : null };
}

export const unreadable = (wrong: string): Extract<TaskStatus, { state: 'unreadable' }> => ({ state: 'unreadable', wrong });

const maxGoalLength = 200;

/** What an entry adds to the known beginning of the task. */
export function withEntry(head: Started, entry: Entry): Started {
  if (entry.kind === 'open') return withOpening(head, entry);
  if (entry.kind !== 'message') return head;
  if (entry.type === 'UserInput') return { ...head, goal: oneLine(entry.payload.text, maxGoalLength) };
  return entry.type === 'TaskSpec' && head.slug === '' ? { ...head, slug: oneLine(entry.payload.slug, maxGoalLength) } : head;
}

function withOpening(head: Started, { ts, settings: { cwd }, origin }: Open): Started {
  if (!origin) return { ...head, started: ts, cwd };
  const { at, ...shared } = origin;
  return { ...head, started: at, cwd, origin: shared };
}

export const unknownHead: Started = { started: '', goal: '', slug: '' };

const headBytes = 16 * 1024;

/** How far to search for the slug, which comes after the prompt of the first model call. */
const maxHeadLength = 1024 * 1024;

/** The beginning of a plain journal, or what is wrong with it. Throws if the file cannot be read. */
export function readHead(fd: number): Result<Started> {
  const bytes = readAt(fd, 0, headBytes);
  const text = bytes.toString();
  const [first, second, ...rest] = text.split('\n', 3);
  if (first === undefined || second === undefined) return wrong(bytes.length < headBytes ? 'has no entries' : 'its first line is too long');
  const format = formatOf(first);
  if (format > journalFormat) return wrong(`format ${format}: written by a newer artoo`);
  const opened = parseEntry(first);
  if (!opened.ok) return wrong(`line 1: ${opened.error}`);
  if (opened.value.kind !== 'open') return wrong('line 1: no open entry');
  const head = withEntry(unknownHead, opened.value);
  if (rest.length === 0) return withSlug({ ...head, goal: oneLine(beginningOfGoal(second), maxGoalLength) }, text, fd);
  const asked = parseEntry(second);
  return asked.ok ? withSlug(withEntry(head, asked.value), text, fd) : wrong(`line 2: ${asked.error}`);
}

const wrong = (error: string) => ({ ok: false, error }) as const;

/** The beginning of the goal in a truncated line: whole characters and whole escapes, as they were written. */
function beginningOfGoal(line: string): string {
  const text = /"type":"UserInput","payload":\{"text":"((?:[^"\\]|\\u[\da-f]{4}|\\[^u]){0,1000})/u.exec(line)?.[1] ?? '';
  return JSON.parse(`"${text}"`);
}

function withSlug(head: Started, beginning: string, fd: number): Result<Started> {
  const line = specIn(beginning) ?? (isCut(beginning) ? specIn(readAt(fd, 0, maxHeadLength).toString()) : undefined);
  const parsed = line === undefined ? undefined : parseEntry(line);
  return { ok: true, value: parsed?.ok ? withEntry(head, parsed.value) : head };
}

/** The first whole line that is a TaskSpec, judging by its envelope, in which nothing is escaped. */
const specIn = (text: string): string | undefined => /^\{"kind":"message",[^{\n]*"type":"TaskSpec","payload":.*(?=\n)/m.exec(text)?.[0];

/** Whether the file may be longer than the beginning that was read. A character cut in two decodes to more bytes than the part had. */
const isCut = (beginning: string): boolean => Buffer.byteLength(beginning) >= headBytes;
