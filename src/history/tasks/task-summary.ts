/** The status of a task, read from its journal. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { errnoOf } from '../../contracts/errno.ts';
import { asArtooError } from '../../contracts/errors.ts';
import { createTally } from '../../engine/tally.ts';
import type { Entry } from '../../journal/entry.ts';
import { isLocked } from '../../journal/locked.ts';
import { streamJournal } from '../../journal/stream.ts';
import { readHead, readTail, statusAt, unknownHead, unreadable, withEntry } from './journal-ends.ts';
import { isCompressed, type TaskFile } from './task-list.ts';
import { type FileMark, summaryOf, type TaskStatus, type TaskSummary } from './task-state.ts';

/** The status according to the journal, a mark that shows whether the file has changed, and whether a process holds the journal. */
export type Examined = { readonly status: TaskStatus; readonly file?: FileMark; readonly isHeld: boolean };

/** Never throws: if the journal cannot be read, the summary says why. For a task that has not ended, includes the cost to date. */
export async function summarize(task: TaskFile): Promise<TaskSummary> {
  const { status, isHeld } = await examine(task);
  return summaryOf(task.task_id, await counted(status, task.path), isHeld);
}

/** Never throws. If `file` is missing, the result must not be reused. */
export async function examine({ path }: TaskFile): Promise<Examined> {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK); // opening a pipe must not block
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return { status: unreadable('not a file'), isHeld: false };
      const file = { size: stat.size, mtime: stat.mtimeMs };
      return isCompressed(path) ? { status: await readWhole(path), file, isHeld: false } : examineOpen(fd, file);
    } finally {
      closeSync(fd);
    }
  } catch (thrown) {
    return { status: unreadable(`cannot be read: ${errnoOf(thrown) ?? thrown}`), isHeld: false };
  }
}

function examineOpen(fd: number, file: FileMark): Examined {
  const read = readHead(fd);
  if (!read.ok) return { status: unreadable(read.error), file, isHeld: false };
  const head = read.value;
  const seen = readTail(fd, head);
  if (seen.state === 'ended') return { status: seen, file, isHeld: false };
  if (!isLocked(fd)) return { status: readTail(fd, head), file, isHeld: false }; // read once more: the task may have ended before the lock was tested
  if (seen.state === 'unfinished') return { status: seen, file, isHeld: true };
  return { status: { ...head, state: 'unfinished', stopped: head.started, halted: null }, isHeld: true }; // another process is writing the journal
}

/** Reads a journal in full: the tail of a compressed one cannot be read by itself. */
async function readWhole(path: string): Promise<TaskStatus> {
  let head = unknownHead;
  let last: Entry | undefined;
  try {
    for await (const line of streamJournal(path)) {
      if ('torn' in line) break;
      head = withEntry(head, line.entry);
      last = line.entry;
    }
  } catch (thrown) {
    return unreadable(asArtooError(thrown, 'journal_unreadable').message.replaceAll(` of ${path}`, ''));
  }
  return last ? statusAt(last, head) : unreadable('has no entries');
}

/** The status with the cost to date if it is not known yet; a damaged line ends the count. */
export async function counted(status: TaskStatus, path: string): Promise<TaskStatus> {
  if (status.state !== 'unfinished' || status.cost) return status;
  const tally = createTally();
  try {
    for await (const line of streamJournal(path)) if ('entry' in line) tally.add(line.entry);
  } catch {
    // the task's story reports the damage; the part before it counts
  }
  return { ...status, cost: tally.cost };
}
