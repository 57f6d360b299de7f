/** Parts of one look that share one limit of time: what is not there by then is left out, and said. */
import { ArtooError, asArtooError } from '../../contracts/errors.ts';
import { oneLine } from '../../contracts/shorten.ts';

export type InTime = Disposable & {
  /** What a part comes to, or `otherwise` when it fails or is late. Rejects only when the whole is stopped. */
  take<T>(what: string, part: Promise<T>, otherwise: T): Promise<T>;
  say(what: string): void;
  /** Resolves when something has settled, or half of the time is over. Rejects only when the whole is stopped. */
  whileEarly(work: Promise<unknown>): Promise<void>;
  /** Fires at the limit, or when the whole is stopped. */
  readonly signal: AbortSignal;
  /** Whether it is time to come to an end, so that what was seen by then still counts. */
  readonly isAlmostLate: () => boolean;
  readonly leftOut: readonly string[];
};

export function createInTime(limitMs: number, signal: AbortSignal): InTime {
  const leftOut: string[] = [];
  const began = performance.now();
  const late = new AbortController();
  const isOver = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => {
    isOver.resolve('late');
    late.abort(over);
  }, limitMs);
  const stop = () => isOver.resolve('late');
  signal.addEventListener('abort', stop, { once: true });
  const say = (what: string) => void leftOut.push(oneLine(what, 300));

  async function take<T>(what: string, part: Promise<T>, otherwise: T): Promise<T> {
    const ended = part.then(
      (value) => ({ value }),
      (thrown) => ({ why: asArtooError(thrown, 'handler_failed').message }),
    );
    const first = await Promise.race([ended, isOver.promise]);
    signal.throwIfAborted();
    if (first !== 'late' && 'value' in first) return first.value;
    say(`${what}: ${first === 'late' ? `not seen within ${limitMs} ms` : first.why}`);
    return otherwise;
  }

  async function whileEarly(work: Promise<unknown>): Promise<void> {
    const isLate = Promise.withResolvers<void>();
    const half = setTimeout(isLate.resolve, limitMs / 2 - (performance.now() - began));
    await Promise.race([Promise.allSettled([work]), isLate.promise, isOver.promise]);
    clearTimeout(half);
    signal.throwIfAborted();
  }

  return {
    take,
    say,
    whileEarly,
    get signal() {
      return AbortSignal.any([signal, late.signal]); // made when it is asked for: few looks start a program
    },
    isAlmostLate: () => performance.now() - began > limitMs / 2,
    leftOut,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      late.abort(over); // nothing is waited for any more
    },
  };
}

/** A reason of our own: to make one costs more than the abort. */
const over = new ArtooError('timed_out', 'the look is over');
