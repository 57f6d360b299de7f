/** How much memory is taken by the objects of this process that are still in use. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In bytes, after a garbage collection. */
export function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // V8's own function, which the flag adds to new contexts
  return process.memoryUsage().heapUsed;
}
