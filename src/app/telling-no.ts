/** The same observers, and what waits for the person's answer is told of a no: no further call need come. */
import type { Observers } from '../engine/observers.ts';
import type { Entry } from '../journal/entry.ts';
import type { AssembledTools } from './wiring/assemble-tools.ts';

export const tellingNo = (bus: Observers<Entry>, decline: AssembledTools['decline']): Observers<Entry> => ({
  publish(task_id, entry) {
    if (entry.kind === 'message' && entry.type === 'ConfirmReply' && !entry.payload.allowed) decline(task_id, entry.payload.hash);
    bus.publish(task_id, entry);
  },
  watch: (options) => bus.watch(options),
  end: (task_id) => bus.end(task_id),
  close: () => bus.close(),
});
