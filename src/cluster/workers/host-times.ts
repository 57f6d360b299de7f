/** The times of what a command wrote, by the clock of its host: `make` there compares them with those of files that were written on the host. Pure. */
import type { WorkerChange } from './wire-messages.ts';

/** Moments at which something began and ended, in milliseconds, by one clock. */
export type Span = { readonly began: number; readonly ended: number };

/** The clock of a file system is behind by up to one tick. */
const tickMs = 20;

/** `there`: when the command ran, by the worker's clock. `here`: when the host waited for it, by its own. Times that the command set itself stay as they are. */
export function onHostClock(changes: readonly WorkerChange[], there: Span, here: Span): readonly WorkerChange[] {
  const ahead = aheadMs(there, here);
  if (ahead === 0) return changes;
  const isWritten = (time: number) => time >= there.began - tickMs && time <= there.ended;
  return changes.map((change) => {
    const { path, after } = change;
    const time = after?.mtime_ms;
    return after && time !== undefined && isWritten(time) ? { path, after: { ...after, mtime_ms: time - ahead } } : change;
  });
}

/** How far the worker's clock is ahead; 0 if the command may have run, by both clocks, while the host waited for it. */
function aheadMs(there: Span, here: Span): number {
  return there.began < here.began ? there.began - here.began : Math.max(0, there.ended - here.ended);
}
