/** Runs a limited number of calls at once; a limited number wait, and further calls are refused, so that no caller can use up the server. */
import { ArtooError } from '../contracts/errors.ts';

export function callsAtOnce(maxRunning: number, maxWaiting: number): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (act) => {
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new ArtooError('usage', 'too many calls at once; try again when some of them have been answered');
      await new Promise<void>((next) => waiting.push(next));
    } else running += 1;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
