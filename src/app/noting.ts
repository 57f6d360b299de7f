/** The same observers, and the notes see every entry before them. */
import type { Observers } from '../engine/observers.ts';
import type { TaskNotes } from '../history/tasks/task-notes.ts';
import type { Entry } from '../journal/entry.ts';

export const noting = (bus: Observers<Entry>, notes: TaskNotes): Observers<Entry> => ({
  publish(task_id, entry) {
    notes.see(task_id, entry);
    bus.publish(task_id, entry);
  },
  watch: (options) => bus.watch(options),
  end: (task_id) => bus.end(task_id),
  close: () => bus.close(),
});
