/** Replays some of the tasks that ended: if code decides differently the second time, its first decision cannot be trusted either. */
import { hash } from 'node:crypto';
import type { JournalFile } from './observing/journal.ts';
import type { Replayed } from './record/line.ts';

/**
 * Repeats every code decision of a task, and resolves with what differs; undefined if nothing differs, or if the replay took too long. Never rejects.
 */
export type Replay = (task: JournalFile) => Promise<string | undefined>;

/** One in this many tasks is replayed, chosen by a hash of its id, so that no role can tell which. */
const oneIn = 32;

/** The limit on replays per pass: after a long absence, the auditor has more urgent work. */
const maxReplays = 2;

const isSampled = ({ task_id }: JournalFile): boolean => Number.parseInt(hash('sha256', task_id).slice(0, 8), 16) % oneIn === 0;

/** Replays the chosen tasks among these, and resolves with what differed. */
export async function replaySome(replay: Replay, ended: readonly JournalFile[], ts: string): Promise<readonly Replayed[]> {
  const lines: Replayed[] = [];
  for (const task of ended.filter(isSampled).slice(0, maxReplays)) {
    const detail = await replay(task);
    if (detail !== undefined) lines.push(replayedLine(task, detail, ts));
  }
  return lines;
}

const replayedLine = ({ task_id }: JournalFile, detail: string, ts: string): Replayed => ({
  kind: 'replayed',
  task_id,
  events: [
    { event_id: `${task_id}-r1`, ts, task_id, from: 'Host', to: 'User', type: 'journal', anomaly: 'replay_differs', detail, seqs: [] },
  ],
});
