/** The port to observers, which watch entries as they are journaled. Roles are not observers; the host delivers to them itself. */
import type { TaskId } from '../contracts/ids.ts';

/** Something that was journaled in a task. */
export type Published<E> = { readonly task_id: TaskId; readonly entry: E };

/** Stands in for the entries that an observer was too slow to take. */
export type Lost = { readonly lost: number };

/** What one observer sees. It ends when the observer stops reading, when the host closes, or after the last entry of the task it asked for. */
export type Watch<E> = AsyncIterableIterator<Published<E> | Lost> & Disposable;

export type WatchOptions = {
  /** Watches this task only. */
  readonly task_id?: TaskId;
  /** How many entries may wait for a slow reader before the oldest are dropped. */
  readonly buffer?: number;
};

/**
 * Failure contract: `publish` never throws, never waits and costs the same whatever observers do. A slow observer loses the oldest entries and gets
 * their number instead.
 */
export type Observers<E> = {
  publish(task_id: TaskId, entry: E): void;
  watch(options?: WatchOptions): Watch<E>;
  /** How many entries of a task slow observers have lost so far. */
  dropped(task_id: TaskId): number;
  /** Ends the watches of one task, once they have read the remaining entries. */
  end(task_id: TaskId): void;
  /** Ends all watches. */
  close(): void;
};
