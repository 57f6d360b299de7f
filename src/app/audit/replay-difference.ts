/** Where a task decides differently when it is replayed, in a sentence for the auditor. */
import type { JournalFile } from '../../audit/observing/journal.ts';
import { type ReplayReport, replayTask } from '../replay.ts';

/** How long a replay may take before it is given up. */
const maxMs = 2_000;

/** Undefined if the replay decides the same, or takes too long. A journal that cannot be read is reported separately. */
export async function differenceIn(task: JournalFile, limitMs = maxMs): Promise<string | undefined> {
  const until = performance.now() + limitMs;
  const onEntry = () => {
    if (performance.now() > until) throw new Error('the replay took too long');
  };
  try {
    return difference(await replayTask(task, { onEntry }));
  } catch {
    return undefined;
  }
}

function difference({ differences: [first], more, differences, lost }: ReplayReport): string | undefined {
  if (!first) return lost;
  const others = differences.length + more - 1;
  return `when replayed, entry ${first.seq} (${first.what}) differs${others > 0 ? `, and ${others} more` : ''}`;
}
