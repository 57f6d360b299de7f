/** The reading gate for many tasks: it reads the disk once per turn of the event loop, for all callers in that turn. */
import type { ReadingGate, TaskGate } from './reading-gate.ts';

/**
 * Changes by other programs during a turn, even a hard link to a key, count only from the next turn on. A file is still judged by the real path under
 * which it was opened.
 */
export function gatePerTurn(gate: ReadingGate): ReadingGate {
  const ofTurn = new Map<string, TaskGate>();
  return {
    ...gate,
    for(task) {
      const key = JSON.stringify([task.cwd, task.workspace, task.places]); // a caller may pass an object with more fields
      const known = ofTurn.get(key);
      if (known) return known;
      const found = gate.for(task);
      if (ofTurn.size === 0) setImmediate(() => ofTurn.clear());
      ofTurn.set(key, found);
      return found;
    },
  };
}
