/** This process as the holder: it uses the store itself and serves it to other processes. */
import { ArtooError } from '../../contracts/errors.ts';
import { type Keeper, type OperationName, operations } from '../keeper.ts';
import { type Holder, perform } from './holder.ts';
import type { Limits } from './limits.ts';
import { type Service, serve } from './serve.ts';

/** If other processes cannot be served, this process still has its memory. */
export async function createLocalHolder(folder: string, keeper: Keeper, limits: Limits): Promise<Holder> {
  let service: Service | undefined;
  let closed: Promise<void> | undefined;

  function close(): Promise<void> {
    closed ??= Promise.resolve(service?.close()).then(() => keeper.close());
    return closed;
  }

  /** A store that failed, for example because the disk is full, is closed, and the next operation opens it again. */
  const ask = async <O extends OperationName>(operation: O, asks: Parameters<Keeper[O]>[0]) => {
    try {
      return await perform(keeper, operation, asks as never); // `asks` belongs to the same operation
    } catch (error) {
      if (error instanceof ArtooError && error.code === 'memory_unavailable') void close();
      throw error;
    }
  };
  const rows = Object.keys(operations).map((name) => [name, (asks: never) => ask(name as OperationName, asks)] as const); // these are the keys of the table
  service = await serve(folder, { ...Object.fromEntries(rows), alone: keeper.alone, close } as Keeper, limits).catch(() => undefined); // the object has a function for every row
  return {
    ask: ask as Holder['ask'], // the table pairs the arguments of each operation with its result
    get isGone() {
      return closed !== undefined;
    },
    close,
  };
}
