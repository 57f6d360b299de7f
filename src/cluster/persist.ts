/** Repeats a request that fails because the server is silent. */
import { ArtooError } from '../contracts/errors.ts';
import { isDenied } from './is-denied.ts';
import { pause, unlessAborted } from './unless-aborted.ts';

const maxPauseMs = 1_000;

/** Repeats until the request succeeds, or fails for a reason other than the server's silence. Rejects with the reason of the signal. */
export async function persist<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    signal.throwIfAborted();
    try {
      return await unlessAborted(ask(), signal);
    } catch (error) {
      if (error instanceof ArtooError || isDenied(error) || signal.aborted) throw error;
      await pause(pauseMs, signal);
    }
  }
}
