/** Ends a run that waits for an answer as soon as the answer is anything but an approval. */
import type { Over } from '../tools/running/pending-runs.ts';
import type { Tap } from './wiring/tap-entries.ts';

/** Calls `drop` for every answer that does not allow the action as it was asked about. */
export const dropRefused =
  (drop: (over: Over) => void): Tap =>
  (task_id, entry) => {
    if (entry.kind !== 'message' || entry.type !== 'ConfirmReply') return;
    const { allowed, edited, hash } = entry.payload;
    if (!allowed || edited !== undefined) drop({ task_id, hash });
  };
