/** Writes the lines of the index for the tasks that this process runs. If it sees a task from start to end, it need not read the journal. */
import type { TaskId } from '../../contracts/ids.ts';
import type { Entry } from '../../journal/entry.ts';
import { journalPath } from '../../journal/files.ts';
import { appendRows } from './index-file.ts';
import { statusAt, unknownHead, withEntry } from './journal-ends.ts';
import { noteTask } from './task-index.ts';
import { markOf } from './task-looks.ts';
import type { FileMark, Row, Started, TaskStatus } from './task-state.ts';

/** Failure contract: nothing throws; the index is a cache, and a missing line does no harm. */
export type TaskNotes = {
  begin(task_id: TaskId): void;
  /** Called after an entry of a task has been written to disk. */
  see(task_id: TaskId, entry: Entry): void;
  /** Called when the journal of a task is closed. */
  end(task_id: TaskId): void;
  /** Writes the lines that are due. */
  write(): Promise<void>;
};

/** Lines are written together, `waitMs` after the first is due, so that a task that has ended in the meantime gets only one. */
export function createTaskNotes(data: string, waitMs = 1_000): TaskNotes {
  const heads = new Map<TaskId, Started>();
  const ends = new Map<TaskId, TaskStatus>();
  const due = new Set<TaskId>();
  let timer: NodeJS.Timeout | undefined;

  function begin(task_id: TaskId): void {
    due.add(task_id);
    timer ??= setTimeout(write, waitMs).unref();
  }

  function see(task_id: TaskId, entry: Entry): void {
    const head = entry.kind === 'open' ? unknownHead : heads.get(task_id);
    if (!head) return; // a resumed or forked task, whose beginning was not seen
    if (entry.kind === 'message' && entry.type === 'FinalResult') ends.set(task_id, statusAt(entry, head));
    else heads.set(task_id, withEntry(head, entry));
  }

  function end(task_id: TaskId): void {
    heads.delete(task_id);
    begin(task_id);
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const tasks = [...due];
    const unseen = tasks.filter((task_id) => !ends.has(task_id) && !heads.has(task_id));
    const rows = tasks.flatMap((task_id) => rowOf(task_id) ?? []);
    for (const task_id of tasks) ends.delete(task_id);
    due.clear();
    appendRows(data, rows);
    for (const task_id of unseen) await noteTask(data, journalPath(data, task_id));
  }

  /** The row of a task; undefined if its beginning was not seen, or its journal was removed or compressed since its end. */
  function rowOf(task_id: TaskId): Row | undefined {
    const status = ends.get(task_id);
    const head = heads.get(task_id);
    if (!status) return head && { task_id, file: noFile, status: { ...head, state: 'unfinished', stopped: head.started, halted: null } };
    const file = markOf(journalPath(data, task_id));
    return file && { task_id, file, status };
  }

  return { begin, see, end, write };
}

/** A mark that matches no journal: the journal of a running task is read again for each list. */
const noFile: FileMark = { size: 0, mtime: 0 };
