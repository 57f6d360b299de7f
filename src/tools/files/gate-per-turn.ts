/** The reading gate of many tasks: it looks at the disk once in a turn of the event loop, for all that ask in that turn. */
import type { ReadingGate, TaskGate } from './reading-gate.ts';

/** What another program changes during a turn, a hard link to a key too, counts from the next turn on. A file is still judged by the real path that it was opened under. */
export function gatePerTurn(gate: ReadingGate): ReadingGate {
  const ofTurn = new Map<string, TaskGate>();
  return {
    ...gate,
    for(task) {
      const key = JSON.stringify([task.cwd, task.workspace, task.places]); // a caller may hand in more than that
      const known = ofTurn.get(key);
      if (known) return known;
      const found = gate.for(task);
      if (ofTurn.size === 0) setImmediate(() => ofTurn.clear());
      ofTurn.set(key, found);
      return found;
    },
  };
}
