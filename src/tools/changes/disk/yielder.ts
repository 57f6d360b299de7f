/** Yields to the event loop now and then during many blocking calls. */
import { setImmediate } from 'node:timers/promises';

const maxMs = 10;

/** Await the result between two items; it is usually undefined, and then there is nothing to wait for. */
export function createYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  const yieldNow = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < maxMs ? undefined : yieldNow());
}
