/** Parts of a look that share a time limit: parts that take longer are left out, and reported as such. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { oneLine } from '../../contracts/text/shorten.ts';

export type InTime = Disposable & {
  /** The value of a part, or `otherwise` if the part fails or is late. Rejects only if the look is stopped. */
  take<T>(what: string, part: Promise<T>, otherwise: T): Promise<T>;
  leaveOut(what: string): void;
  /** Resolves when the work has settled, or when half of the time has passed. Rejects only if the look is stopped. */
  whileEarly(work: Promise<unknown>): Promise<void>;
  /** Fires at the limit, or when the look is stopped. */
  readonly signal: AbortSignal;
  /** Whether it is time to finish, so that what has been seen is not lost. */
  readonly isAlmostLate: () => boolean;
  readonly leftOut: readonly string[];
  /** Whether a part was late. */
  readonly isLate: () => boolean;
};

export function createInTime(limitMs: number, signal: AbortSignal): InTime {
  const leftOut: string[] = [];
  const started = performance.now();
  let late: AbortController | undefined; // created on demand, because few looks start a program
  const isOver = Promise.withResolvers<'late'>();
  let hasMissed = false;
  // On a busy machine, the limit may pass while answers are waiting to be read: that time is added back, once.
  let timer = setTimeout(() => {
    const missedMs = performance.now() - started - limitMs;
    timer = setTimeout(end, Math.max(0, Math.min(missedMs, limitMs)));
  }, limitMs);
  const end = () => {
    isOver.resolve('late');
    late ??= new AbortController();
    late.abort(over);
  };
  const stop = () => isOver.resolve('late');
  signal.addEventListener('abort', stop, { once: true });
  const leaveOut = (what: string) => void leftOut.push(oneLine(what, 300));

  async function take<T>(what: string, part: Promise<T>, otherwise: T): Promise<T> {
    const ended = part.then(
      (value) => ({ value }),
      (thrown) => ({ why: asArtooError(thrown, 'handler_failed').message }),
    );
    const first = await Promise.race([ended, isOver.promise]);
    signal.throwIfAborted();
    if (first !== 'late' && 'value' in first) return first.value;
    hasMissed ||= first === 'late';
    leaveOut(`${what}: ${first === 'late' ? `not seen within ${limitMs} ms` : first.why}`);
    return otherwise;
  }

  async function whileEarly(work: Promise<unknown>): Promise<void> {
    const isLate = Promise.withResolvers<void>();
    const half = setTimeout(isLate.resolve, Math.max(0, limitMs / 2 - (performance.now() - started)));
    await Promise.race([Promise.allSettled([work]), isLate.promise, isOver.promise]);
    clearTimeout(half);
    signal.throwIfAborted();
  }

  return {
    take,
    leaveOut,
    whileEarly,
    get signal() {
      late ??= new AbortController();
      return AbortSignal.any([signal, late.signal]);
    },
    isAlmostLate: () => performance.now() - started > limitMs / 2,
    leftOut,
    isLate: () => hasMissed,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      late?.abort(over); // stops everything that is still running
    },
  };
}

/** Created only once: creating an error takes longer than the abort. */
const over = new ArtooError('timed_out', 'there is no time left to look around');
