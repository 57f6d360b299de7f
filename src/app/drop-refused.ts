/** Ends a run that waits for an answer as soon as the answer is anything but a yes. */
import type { Over } from '../tools/running/pending-runs.ts';
import type { Tap } from './wiring/tap-entries.ts';

/** Calls `drop` for every question about an action that is not simply allowed. */
export const dropRefused =
  (drop: (over: Over) => void): Tap =>
  (task_id, entry) => {
    if (entry.kind !== 'message' || entry.type !== 'ConfirmReply') return;
    const { allowed, edited, hash } = entry.payload;
    if (!allowed || edited !== undefined) drop({ task_id, hash });
  };
