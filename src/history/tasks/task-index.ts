/** The tasks of a data folder: from the index where it is up to date, otherwise from their journals (docs/record.md). */
import { basename } from 'node:path';
import type { TaskId } from '../../contracts/ids.ts';
import { appendRows, type IndexText, readIndex, rewriteIndex } from './index-file.ts';
import { lineOf } from './index-row.ts';
import { lineFilterFor } from './line-filter.ts';
import { filterFor, type TaskFilter } from './task-filter.ts';
import { findTasks, type TaskFile, taskIn } from './task-list.ts';
import { createLooks } from './task-looks.ts';
import { readAfterwards } from './task-marks.ts';
import { type Row, summaryOf, type TaskSummary } from './task-state.ts';

export type Wanted = TaskFilter & {
  readonly limit?: number | undefined;
  /** Whether lines about ended tasks are compared with the journal file; otherwise they are trusted. */
  readonly checked?: boolean | undefined;
  /** Tasks that run on other machines. */
  readonly runningElsewhere?: ReadonlySet<TaskId> | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type Tasks = {
  /** Newest first. */
  readonly tasks: readonly TaskSummary[];
  /** How many tasks there would be without the limit. */
  readonly total: number;
};

/** The wanted tasks, as many as were read before the signal fired. Throws `data_unwritable` if the folder of the journals cannot be read. */
export async function readTasks(
  data: string,
  { limit = Number.POSITIVE_INFINITY, checked = true, runningElsewhere, signal, ...filter }: Wanted = {},
): Promise<Tasks> {
  const all = await findTasks(data);
  const index = readIndex(data);
  const looks = createLooks({ runningElsewhere, signal });
  const afterwards = readAfterwards(data);
  const isWanted = filterFor(filter);
  const couldBeWanted = lineFilterFor(filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const tasks: TaskSummary[] = [];
  let total = 0;
  for (const task of all) {
    const isFull = tasks.length >= limit;
    if (looks.stopped || (isFull && !isFiltered)) break;
    if (isFiltered && !couldBeWanted(index.lineOf(task.task_id) ?? '')) continue;
    const after = afterwards(task.task_id);
    const known = isFiltered ? index.endOf(task.task_id) : undefined;
    const end = known && { ...known, ...after };
    if (end && !isWanted(end)) continue; // an end is final, so the line can be trusted
    if (end && isFull) {
      total += 1;
      continue;
    }
    const row = index.rowOf(task.task_id);
    const isTaken = !checked && row?.status.state === 'ended';
    const read = row && isTaken ? summaryOf(task.task_id, row.status, false) : await looks.at(task, row);
    const summary = { ...read, ...after };
    if (!isWanted(summary)) continue;
    total += 1;
    if (!isFull) tasks.push(summary);
  }
  keep(data, { index, fresh: looks.fresh, all });
  return { tasks, total: isFiltered ? total : all.length };
}

/** How many outdated lines the index may have before it is rewritten. */
const fewLines = 100;

function keep(
  data: string,
  { index, fresh, all }: { readonly index: IndexText; readonly fresh: ReadonlyMap<string, Row>; readonly all: readonly TaskFile[] },
): void {
  if (fresh.size === 0 && index.isTidy) return;
  const lines = index.lines + fresh.size;
  const live = lines > fewLines ? all.filter(({ task_id }) => fresh.has(task_id) || index.has(task_id)) : all;
  if (lines <= fewLines || lines <= 2 * live.length) return appendRows(data, [...fresh.values()]);
  const current = live.map(({ task_id }) => {
    const row = fresh.get(task_id);
    return row ? lineOf(row) : (index.lineOf(task_id) ?? '');
  });
  rewriteIndex(data, current);
}

/** How many of the newest tasks without a line are read for the notice. */
const maxUnknown = 20;

/** The tasks that could be resumed, newest first, without their cost. Cheap: older tasks are included only if the index has them. */
export async function unfinishedTasks(data: string): Promise<readonly Extract<TaskSummary, { state: 'unfinished' }>[]> {
  const index = readIndex(data);
  const looks = createLooks({ counting: false });
  const afterwards = readAfterwards(data);
  const found: Extract<TaskSummary, { state: 'unfinished' }>[] = [];
  let unknown = 0;
  for (const task of await findTasks(data)) {
    if (afterwards(task.task_id).dropped) continue;
    const row = index.rowOf(task.task_id);
    if (row?.status.state === 'ended') continue;
    if (!row) unknown += 1;
    if (!row && unknown > maxUnknown) continue;
    const isPlaced = row?.status.state === 'unfinished' && row.status.cwd !== undefined;
    const summary = await looks.at(task, isPlaced ? row : undefined); // a line written before folders were recorded is read again
    if (summary.state === 'unfinished') found.push(summary);
  }
  appendRows(data, [...looks.fresh.values()]);
  return found;
}

/** Called when a task has started and when it has ended, so that its journal need not be read later. Never throws. */
export async function noteTask(data: string, path: string): Promise<void> {
  const task_id = taskIn(basename(path));
  if (task_id === undefined) return;
  const looks = createLooks({ counting: false });
  await looks.at({ task_id, path }, undefined);
  appendRows(data, [...looks.fresh.values()]);
}
