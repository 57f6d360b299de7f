/** A task of any length for the benchmarks of the page: a golden one whose executor keeps calling tools, four entries a step. */

import type { Entry } from '../src/journal/entry.ts';
import { goldenEntries, readBack } from '../test/support/golden-entries.ts';

/** The step of the golden task that is repeated, and what comes before and after it. */
const [from, step, until] = [51, 2, 55];

/** A journal with that many entries, of a task with that id that has not ended. */
export function longTask(task: string, count: number): readonly Entry[] {
  const golden = goldenEntries('another-path');
  const id = golden[0]?.kind === 'open' ? golden[0].task_id : '';
  return Array.from({ length: count }, (_, seq) => {
    const times = seq < from ? 0 : Math.floor((seq - from) / (until - from));
    const entry = golden[seq < from ? seq : from + ((seq - from) % (until - from))];
    const text = JSON.stringify({ ...entry, seq })
      .replaceAll(`"${id}`, `"${task}`)
      .replaceAll(`2.1.1/R3/${step}.`, `2.1.1/R3/${step + times}.`);
    return readBack(JSON.parse(text));
  });
}
