/** Lets others run now and then during a long row of calls that block. */
import { setImmediate } from 'node:timers/promises';

const longestMs = 10;

/** To be awaited between two items; nearly always there is nothing to wait for. */
export function createYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  const yieldIfDue = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < longestMs ? undefined : yieldIfDue());
}
