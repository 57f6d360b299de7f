/** How a task stands. Of its journal only the head and the tail are read, however long it is, and its writer is not disturbed. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Cost, FinalResult } from '../contracts/control.ts';
import type { ErrorCode } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { type Entry, journalFormat, parseEntry } from '../journal/entry.ts';
import { isLocked } from '../journal/locked.ts';
import { formatOf } from '../journal/stream.ts';
import type { TaskFile } from './task-list.ts';

type Started = { readonly task_id: TaskId; readonly started: string; readonly goal: string };

/** How a task stands, as far as the two ends of its journal tell. */
export type TaskSummary =
  | (Started & { readonly state: 'running' })
  | (Started & { readonly state: 'ended'; readonly ended: string; readonly cost: Cost } & Pick<FinalResult, 'directive' | 'reason'>)
  | (Started & { readonly state: 'unfinished'; readonly stopped: string; readonly halted: ErrorCode | null })
  | { readonly task_id: TaskId; readonly state: 'unreadable'; readonly wrong: string };

/** Never throws: what cannot be read is a summary that says why. */
export async function summarize({ task_id, path }: TaskFile): Promise<TaskSummary> {
  try {
    // Without waiting for a writer, should it be a pipe.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { task_id, ...(await summaryOf(file)) };
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    return { task_id, state: 'unreadable', wrong: `cannot be read: ${code ?? thrown}` };
  }
}

type Summary = TaskSummary extends infer S ? (S extends TaskSummary ? Omit<S, 'task_id'> : never) : never;

async function summaryOf(file: FileHandle): Promise<Summary> {
  if (!(await file.stat()).isFile()) return unreadable('not a file');
  const head = await readHead(file);
  if (typeof head === 'string') return unreadable(head);
  const seen = await endOf(file, head);
  if (seen.state === 'ended') return seen;
  if (isLocked(file.fd)) return { ...head, state: 'running' };
  return endOf(file, head); // once more: it may have ended before the lock was asked for
}

const unreadable = (wrong: string): Extract<Summary, { state: 'unreadable' }> => ({ state: 'unreadable', wrong });

async function endOf(file: FileHandle, head: Head): Promise<Exclude<Summary, { state: 'running' }>> {
  const text = await readLastLine(file);
  if (text === undefined) return unreadable(`its last line is longer than ${mostTail} bytes`);
  const parsed = parseEntry(text);
  if ('wrong' in parsed) return unreadable(`its last line: ${parsed.wrong}`);
  const { entry } = parsed;
  if (entry.kind === 'message' && entry.type === 'FinalResult') {
    const { directive, reason, cost } = entry.payload;
    return { ...head, state: 'ended', ended: entry.ts, directive, reason, cost };
  }
  return { ...head, state: 'unfinished', stopped: entry.ts, halted: entry.kind === 'halt' ? entry.code : null };
}

type Head = { readonly started: string; readonly goal: string };

const headBytes = 64 * 1024;

/** What stands at the beginning: when it was opened and what for. A text says what is wrong with it. */
async function readHead(file: FileHandle): Promise<Head | string> {
  const bytes = await readAt(file, 0, headBytes);
  const [first, second, ...rest] = bytes.toString().split('\n', 3);
  if (first === undefined || second === undefined) return bytes.length < headBytes ? 'holds no entry' : 'its first line is too long';
  const format = formatOf(first);
  if (format > journalFormat) return `format ${format}: written by a newer artoo`;
  const opened = parseEntry(first);
  if ('wrong' in opened) return `line 1: ${opened.wrong}`;
  if (opened.entry.kind !== 'open') return 'line 1: no open entry';
  const started = opened.entry.ts;
  if (rest.length === 0) return { started, goal: beginningOfGoal(second) };
  const asked = parseEntry(second);
  return 'wrong' in asked ? `line 2: ${asked.wrong}` : { started, goal: goalIn(asked.entry) };
}

const goalIn = (entry: Entry): string => (entry.kind === 'message' && entry.type === 'UserInput' ? entry.payload.text : '');

/** The beginning of the goal in a line that is cut off: whole characters and whole escapes, as the writer puts them. */
function beginningOfGoal(line: string): string {
  const text = /"type":"UserInput","payload":\{"text":"((?:[^"\\]|\\u[\da-f]{4}|\\[^u]){0,1000})/u.exec(line)?.[1] ?? '';
  return JSON.parse(`"${text}"`);
}

const leastTail = 16 * 1024;
const mostTail = 8 * 1024 * 1024;

/** The last whole line; what follows it is torn. Undefined when it is too long to be read here. */
async function readLastLine(file: FileHandle): Promise<string | undefined> {
  const { size } = await file.stat();
  for (let length = leastTail; ; length *= 8) {
    const from = Math.max(0, size - Math.min(length, mostTail));
    const bytes = await readAt(file, from, size - from);
    const end = bytes.lastIndexOf(10);
    const before = end > 0 ? bytes.lastIndexOf(10, end - 1) : -1;
    if (end !== -1 && (before !== -1 || from === 0)) return bytes.toString('utf8', before + 1, end);
    if (length >= mostTail || from === 0) return undefined;
  }
}

/** What is there of `length` bytes from a place on. */
async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === length) return bytes.subarray(0, filled);
  }
}
