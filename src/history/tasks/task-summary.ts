/** How a task stands, read from its journal anew. */
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

/** How the journal stands, what of the file says whether that still holds, and whether somebody works on it. */
export type Examined = { readonly status: TaskStatus; readonly file?: FileMark; readonly isHeld: boolean };

/** Never throws: what cannot be read is a summary that says why. What a task that has not ended cost so far is counted. */
export async function summarize(task: TaskFile): Promise<TaskSummary> {
  const { status, isHeld } = await examine(task);
  return summaryOf(task.task_id, await counted(status, task.path), isHeld);
}

/** Never throws either. Without `file` nothing is known about the file, so that it has to be looked at again the next time. */
export async function examine({ path }: TaskFile): Promise<Examined> {
  try {
    // Without waiting for a writer, should it be a pipe.
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
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
  if (!isLocked(fd)) return { status: readTail(fd, head), file, isHeld: false }; // once more: it may have ended before the lock was asked for
  if (seen.state === 'unfinished') return { status: seen, file, isHeld: true };
  return { status: { ...head, state: 'unfinished', stopped: head.started, halted: null }, isHeld: true }; // whatever its writer is doing there
}

/** A compressed journal has no tail that could be read by itself. */
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
  return last ? statusAt(last, head) : unreadable('holds no entry');
}

/** The same with what it cost so far, where that is not known yet: up to a line that is damaged, if one is. */
export async function counted(status: TaskStatus, path: string): Promise<TaskStatus> {
  if (status.state !== 'unfinished' || status.cost) return status;
  const tally = createTally();
  try {
    for await (const line of streamJournal(path)) if ('entry' in line) tally.add(line.entry);
  } catch {
    // The story of the task names the damage; what was used before it was used.
  }
  return { ...status, cost: tally.cost };
}
