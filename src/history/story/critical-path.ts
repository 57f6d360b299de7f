/** How many model calls had to follow each other (docs/record.md): sub-tasks of one group run in parallel, everything else in sequence. */
import type { Entry } from '../../journal/entry.ts';
import { placeOf } from './place.ts';

export type CriticalPath = { add(entry: Entry): void; readonly calls: number };

/** Counts all calls for the whole task and, for each group of each round, the calls of the sub-task with the most. */
export function createCriticalPath(): CriticalPath {
  let ofWholeTask = 0;
  const ofSubTask = new Map<string, { readonly group: string; calls: number }>();
  const groups = new Map<string, string>();

  function add(entry: Entry): void {
    if (entry.kind === 'message' && entry.type === 'SubTask') {
      const { round, index, sequence } = entry.payload;
      groups.set(`${round}.${index}`, `${round}.${sequence}`);
    }
    if (entry.kind !== 'intent' || entry.effect !== 'model') return;
    const { round, subtask } = placeOf(entry.key);
    if (subtask === 0) ofWholeTask += 1;
    else {
      const name = `${round}.${subtask}`;
      const found = ofSubTask.get(name) ?? { group: groups.get(name) ?? name, calls: 0 };
      found.calls += 1;
      ofSubTask.set(name, found);
    }
  }

  return {
    add,
    get calls() {
      const longest = new Map<string, number>();
      for (const { group, calls } of ofSubTask.values()) longest.set(group, Math.max(calls, longest.get(group) ?? 0));
      return [...longest.values()].reduce((sum, calls) => sum + calls, ofWholeTask);
    },
  };
}
