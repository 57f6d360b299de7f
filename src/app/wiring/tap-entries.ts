/** Wraps observers so that `seeing` gets every entry first. */
import type { TaskId } from '../../contracts/ids.ts';
import type { Observers } from '../../engine/observers.ts';
import type { Entry } from '../../journal/entry.ts';

export type Tap = (task_id: TaskId, entry: Entry) => void;

export const tapEntries = (observers: Observers<Entry>, ...seeing: readonly Tap[]): Observers<Entry> => ({
  publish(task_id, entry) {
    for (const see of seeing) see(task_id, entry);
    observers.publish(task_id, entry);
  },
  watch: (options) => observers.watch(options),
  dropped: (task_id) => observers.dropped(task_id),
  end: (task_id) => observers.end(task_id),
  close: () => observers.close(),
});
