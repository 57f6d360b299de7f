/** The status of tasks right now: from the index if its line is still valid, otherwise from their journals. */
import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { TaskId } from '../../contracts/ids.ts';
import { isCompressed, type TaskFile } from './task-list.ts';
import { type FileMark, type Row, summaryOf, type TaskSummary } from './task-state.ts';

export type Looks = {
  /** Never throws: if a journal cannot be read, the summary says why. */
  at(task: TaskFile, row: Row | undefined): Promise<TaskSummary>;
  /** New rows for the index that were made along the way. */
  readonly fresh: ReadonlyMap<TaskId, Row>;
  /** Whether the signal fired before all tasks were read. */
  readonly stopped: boolean;
};

type LookOptions = {
  /** Whether to sum up the cost of unfinished tasks, which means reading their journals in full whenever they have grown. */
  readonly counting?: boolean;
  /** Tasks that run on other machines and have no journal here. */
  readonly runningElsewhere?: ReadonlySet<TaskId> | undefined;
  readonly signal?: AbortSignal | undefined;
};

export function createLooks({ counting = true, runningElsewhere = new Set(), signal }: LookOptions = {}): Looks {
  const fresh = new Map<TaskId, Row>();
  let stopped = signal?.aborted ?? false;

  async function at({ task_id, path }: TaskFile, row: Row | undefined): Promise<TaskSummary> {
    if (!row || !isCurrent(row, path)) return reread({ task_id, path });
    if (row.status.state !== 'unfinished') return summaryOf(task_id, row.status, false);
    const { isHeld } = await import('../../journal/locked.ts');
    const isRunning = runningElsewhere.has(task_id) || isHeld(path);
    if (!isRunning && !isCurrent(row, path)) return reread({ task_id, path }); // the task may have ended before the lock was tested
    return summaryOf(task_id, (await withCost(row, path)).status, isRunning);
  }

  /** The code that reads journals is slow to load and rarely needed. */
  async function reread(task: TaskFile): Promise<TaskSummary> {
    const { examine } = await import('./task-summary.ts');
    const { status, file, isHeld } = await examine(task);
    const isRunning = isHeld || runningElsewhere.has(task.task_id);
    await setImmediate(); // there may be thousands of journals, and a person must be able to stop this
    stopped = signal?.aborted ?? false;
    const row = { task_id: task.task_id, file: file ?? { size: 0, mtime: 0 }, status };
    if (row.file.size > 0) fresh.set(task.task_id, row);
    return summaryOf(task.task_id, (await withCost(row, task.path)).status, isRunning);
  }

  async function withCost(row: Row, path: string): Promise<Row> {
    if (!counting || row.status.state !== 'unfinished' || row.status.cost) return row;
    const { counted } = await import('./task-summary.ts');
    const whole = { ...row, status: await counted(row.status, path) };
    if (row.file.size > 0) fresh.set(row.task_id, whole);
    return whole;
  }

  return {
    at,
    fresh,
    get stopped() {
      return stopped;
    },
  };
}

/** Whether the row was read from this file. Compressing a file changes its size but not its time. */
function isCurrent({ file }: Row, path: string): boolean {
  const now = markOf(path);
  return now !== undefined && (now.size === file.size || isCompressed(path)) && Math.abs(now.mtime - file.mtime) < 2;
}

/** Undefined if the file cannot be examined. */
export function markOf(path: string): FileMark | undefined {
  try {
    const { size, mtimeMs } = statSync(path);
    return { size, mtime: mtimeMs };
  } catch {
    return undefined;
  }
}
