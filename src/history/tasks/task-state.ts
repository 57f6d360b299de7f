/** The states of a task. Imports nothing, so that lists of thousands of tasks load quickly. Pure. */
import type { Cost, FinalResult } from '../../contracts/control.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { Origin } from '../../journal/entry.ts';

/** What every readable journal contains. */
export type Started = {
  /** For a fork, when it was forked. */
  readonly started: string;
  /** One line, only the beginning. */
  readonly goal: string;
  /** Empty until the task is understood. */
  readonly slug: string;
  /** The folder in which the task works; absent in older lines of the index. */
  readonly cwd?: string;
  /** Only for a fork. */
  readonly origin?: SharedBeginning;
};

/** The task that a fork shares its beginning with (every entry before `seq`), what that beginning cost, and whether the fork continues that task. */
export type SharedBeginning = Pick<Origin, 'task_id' | 'seq' | 'cost' | 'resumed'>;

/** The status according to the journal alone, whether or not a process is working on the task. */
export type TaskStatus =
  | (Started & {
      readonly state: 'ended';
      readonly ended: string;
      readonly cost: Cost;
      /** Set if it met its criteria without something that the person refused; absent in older lines of the index. */
      readonly partly?: true;
    } & Pick<FinalResult, 'directive' | 'reason'>)
  | (Started & {
      readonly state: 'unfinished';
      readonly stopped: string;
      readonly halted: ErrorCode | null;
      /** What the task has cost; absent until this is summed up. */
      readonly cost?: Cost;
    })
  | { readonly state: 'unreadable'; readonly wrong: string };

/** The status of a task; a task whose journal is locked is running. */
export type TaskSummary = { readonly task_id: TaskId } & Afterwards &
  (TaskStatus | (Started & { readonly state: 'running'; readonly cost?: Cost }));

/** What happened to a task after the end of its journal. */
export type Afterwards = {
  /** The person ended it for good. */
  readonly dropped?: true;
  /** For a cancelled task, the task that continues it. */
  readonly resumed_as?: TaskId;
  /** Everything that it changed has been undone; only in lists for people. */
  readonly undone?: true;
};

/** Detects whether a file was changed or replaced. */
export type FileMark = { readonly size: number; readonly mtime: number };

/** The status of a task, and the file from which it was read. */
export type Row = { readonly task_id: TaskId; readonly file: FileMark; readonly status: TaskStatus };

/** `isHeld`: whether a process holds its journal. */
export function summaryOf(task_id: TaskId, status: TaskStatus, isHeld: boolean): TaskSummary {
  if (status.state !== 'unfinished' || !isHeld) return { task_id, ...status };
  const { stopped, halted, ...rest } = status;
  return { task_id, ...rest, state: 'running' };
}
