/** One memory for all processes of a person on a machine: whoever gets the lock of the store holds it and serves the others. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { aloneBy } from '../../store/alone.ts';
import { type Asks, type Gives, type Keeper, type OperationName, operations } from '../keeper.ts';
import { createHolderFinder } from './find-holder.ts';
import { lost } from './holder.ts';
import { answerLimit, defaultLimits, type Limits } from './limits.ts';

export type SharedKeeperOptions = {
  /** Of the memory; the socket lies in it. */
  readonly folder: string;
  /** Opens the store in this process, or says that somebody else holds it. What it rejects with is what the operation rejects with; the next one tries again. */
  readonly hold: () => Promise<Keeper | 'locked'>;
  readonly limits?: Partial<Limits>;
};

/** Whoever hangs up again and again is not asked without a pause. */
const maxPauseMs = 250;

/** Opens nothing before the first operation. What the holder left unanswered when it went away is asked again, of the next one. */
export function openSharedKeeper({ folder, hold, limits: given }: SharedKeeperOptions): Keeper {
  const limits = { ...defaultLimits, ...given };
  const finder = createHolderFinder({ folder, hold, limits });
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  async function perform<O extends OperationName>(operation: O, asks: Asks<O>): Promise<Gives<O>> {
    const until = performance.now() + limits.takeoverMs + answerLimit(operation, limits);
    for (let round = 0; performance.now() < until; round += 1) {
      const home = await finder.find();
      const gives = await home.ask(operation, asks);
      if (gives !== lost) return gives;
      await delay(Math.min(2 ** round - 1, maxPauseMs)); // at once the first time: nearly always there is another one
    }
    throw new ArtooError('memory_unavailable', 'whoever holds the memory goes away again and again');
  }

  function ask<O extends OperationName>(operation: O, asks: Asks<O>): Promise<Gives<O>> {
    if (closed !== undefined) return Promise.reject(new ArtooError('memory_unavailable', 'the memory was closed'));
    const asked = perform(operation, asks);
    const done = () => underWay.delete(asked);
    underWay.add(asked);
    asked.then(done, done);
    return asked;
  }

  async function finish(): Promise<void> {
    await Promise.allSettled(underWay);
    await finder.close();
  }

  const asking = (operation: OperationName) => [operation, (asks: Asks<OperationName>) => ask(operation, asks)];
  const close = () => {
    closed ??= finish();
    return closed;
  };
  const alone: Keeper['alone'] = (work) => aloneBy(join(folder, 'dream.lock'), work);
  return { ...Object.fromEntries(Object.keys(operations).map((name) => asking(name as OperationName))), alone, close } as Keeper; // a function for every row
}
