/**
 * Compares a task's log on the bus with the local copy. The copy is written after the bus has acknowledged, so it is the shorter of the two, unless
 * the bus came back in an older state.
 */
import { ArtooError } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { headOf } from '../../journal/line.ts';
import type { Bus } from '../bus.ts';
import type { Objects } from '../objects/objects.ts';
import { endsTask, headBytes } from './ends-task.ts';
import { logMessages } from './log-message.ts';

export type Copy = {
  /** How many bytes the copy has, all of them complete lines. */
  readonly size: number;
  read(at: number, length: number): Buffer;
};

/** A part of a log that was appended from one data folder. */
export type Stint = { readonly from: number; readonly folder: string };

export type ComparedCopy = {
  /** The sequence of the last message of the log; 0 if there is none. */
  readonly last: number;
  /** The data folders that entries were appended from, in order, each with the first of its entries. */
  readonly stints: readonly Stint[];
  /** The ownership under which the last entries were appended, and every later ownership. */
  readonly epochs: ReadonlySet<string>;
  /** How many bytes the log and the copy have in common. */
  readonly shared: number;
  /** Whether the log contains the end of its task. */
  readonly isOver: boolean;
};

/** `beyond` gets what the log has after the end of the copy. Throws `log_rolled_back` if log and copy differ. */
export async function compareCopy(
  on: { readonly bus: Bus; readonly objects: Objects },
  task_id: TaskId,
  copy: Copy,
  { beyond, signal }: { readonly beyond: (bytes: Buffer) => void; readonly signal: AbortSignal },
): Promise<ComparedCopy> {
  const { size } = copy;
  const stints: Stint[] = [];
  const epochs = new Set<string>();
  let last = 0;
  let at = 0;
  let isOver = false;
  for await (const { seq, epoch, folder, bytes } of logMessages(on, task_id, signal)) {
    const inCopy = Math.max(0, Math.min(bytes.length, size - at));
    if (inCopy > 0 && !copy.read(at, inCopy).equals(bytes.subarray(0, inCopy))) throw apart(task_id, at);
    if (inCopy < bytes.length) beyond(bytes.subarray(inCopy));
    at += bytes.length;
    last = seq;
    isOver ||= endsTask(bytes);
    if (bytes.length > 0) epochs.clear();
    epochs.add(epoch);
    if (bytes.length > 0 && folder !== stints.at(-1)?.folder) stints.push({ from: firstSeq(bytes), folder });
  }
  return { last, stints, epochs, shared: Math.min(at, size), isOver };
}

/** The sequence number of the first of these lines. */
export const firstSeq = (lines: Buffer): number => headOf(lines.toString('utf8', 0, Math.min(lines.length, headBytes)))?.seq ?? 0;

const apart = (task_id: TaskId, at: number): ArtooError =>
  new ArtooError(
    'log_rolled_back',
    `the log of ${task_id} on the bus and the copy on this machine differ after ${at} bytes: the store of the bus was restored to an older state`,
  );
