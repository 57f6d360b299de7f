/** A home in this process: the store that it holds, served to the others. */
import { ArtooError } from '../../contracts/errors.ts';
import type { Keeper } from '../keeper.ts';
import type { Home } from './home.ts';
import type { Limits } from './limits.ts';
import { perform } from './perform.ts';
import { serve } from './serve.ts';

/** Where the others cannot be served, this process still works for itself. */
export async function holdHome(folder: string, keeper: Keeper, limits: Limits): Promise<Home> {
  const service = await serve(folder, keeper, limits).catch(() => undefined);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= Promise.resolve(service?.close()).then(() => keeper.close());
    return closed;
  };
  return {
    /** A store that is no longer open, after a disk that was full, is let go: whoever asks next opens it anew. */
    async ask(operation, asks) {
      try {
        return await perform(keeper, operation, asks);
      } catch (error) {
        if (error instanceof ArtooError && error.code === 'memory_unavailable') await close();
        throw error;
      }
    },
    get isGone() {
      return closed !== undefined;
    },
    close,
  };
}
