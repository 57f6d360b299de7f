/** How a task can stand. Loads nothing, as it is what lists of thousands of tasks are made of. Pure. */
import type { Cost, FinalResult } from '../../contracts/control.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Origin } from '../../journal/entry.ts';

/** What every journal tells that can be read at all. */
export type Started = {
  /** Of a fork, when it was forked. */
  readonly started: string;
  /** On one line, and only its beginning. */
  readonly goal: string;
  /** Empty until the task is understood. */
  readonly slug: string;
  /** Only of a fork. */
  readonly origin?: SharedBeginning;
};

/** Which task a fork shares its beginning with, every entry before `seq`, and what that had cost. */
export type SharedBeginning = Pick<Origin, 'task_id' | 'seq' | 'cost'>;

/** How a task stands going by its journal, whether or not somebody works on it. */
export type TaskStatus =
  | (Started & { readonly state: 'ended'; readonly ended: string; readonly cost: Cost } & Pick<FinalResult, 'directive' | 'reason'>)
  | (Started & {
      readonly state: 'unfinished';
      readonly stopped: string;
      readonly halted: ErrorCode | null;
      /** What it has cost so far; absent when nobody has counted it. */
      readonly cost?: Cost;
    })
  | { readonly state: 'unreadable'; readonly wrong: string };

/** How a task stands. Whoever holds its journal is working on it. */
export type TaskSummary = { readonly task_id: TaskId } & (TaskStatus | (Started & { readonly state: 'running'; readonly cost?: Cost }));

/** By these a file that was changed, or another one under the same name, is told from what it was. */
export type FileMark = { readonly size: number; readonly mtime: number };

/** What is known of a task, and the file that it is known from. */
export type Row = { readonly task_id: TaskId; readonly file: FileMark; readonly status: TaskStatus };

/** How a task stands of which this is known. */
export function summaryOf(task_id: TaskId, status: TaskStatus, isHeld: boolean): TaskSummary {
  if (status.state !== 'unfinished' || !isHeld) return { task_id, ...status };
  const { stopped, halted, ...rest } = status;
  return { task_id, ...rest, state: 'running' };
}
