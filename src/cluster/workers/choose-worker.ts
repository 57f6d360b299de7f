/** Which worker gets an attempt at a sub-task. Pure. */
import type { WorkerBeat } from './wire-messages.ts';

/**
 * The worker with the most free places; among several of these, the one with the fewest claims of this host, then the first by name. Undefined if no
 * worker has a free place.
 */
export function chooseWorker(
  workers: readonly WorkerBeat[],
  {
    running,
    claims,
    not,
  }: { readonly running: ReadonlyMap<string, number>; readonly claims: ReadonlyMap<string, number>; readonly not: ReadonlySet<string> },
): string | undefined {
  const free = ({ id, parallel, running: told }: WorkerBeat): number => parallel - Math.max(told, running.get(id) ?? 0);
  const [first] = workers
    .filter((worker) => !not.has(worker.id) && free(worker) > 0)
    .map((worker) => ({ id: worker.id, free: free(worker) - (claims.get(worker.id) ?? 0) }))
    .toSorted((a, b) => b.free - a.free || (a.id < b.id ? -1 : 1));
  return first?.id;
}
