/** How much memory the objects of this process take that are still in use. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In bytes, after a collection of all that is not in use. */
export function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // V8's own, which the flag makes known to new contexts
  return process.memoryUsage().heapUsed;
}
