/** Repeats what a silent server makes fail. */
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError } from '../contracts/errors.ts';
import { unlessAborted } from './unless-aborted.ts';

const maxPauseMs = 1_000;

/** Until it succeeds, or fails for a reason of ours. Rejects with the reason of the signal. */
export async function persist<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    signal.throwIfAborted();
    try {
      return await unlessAborted(ask(), signal);
    } catch (error) {
      if (error instanceof ArtooError || signal.aborted) throw error;
      await delay(pauseMs, undefined, { signal });
    }
  }
}
