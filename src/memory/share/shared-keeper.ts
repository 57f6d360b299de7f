/** One memory for all processes of a person on a machine: the process that gets the store's lock is the holder and serves the others. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';
import { withFileLock } from '../../store/with-file-lock.ts';
import { type Asks, type Gives, type Keeper, type OperationName, operations } from '../keeper.ts';
import { createHolderFinder } from './find-holder.ts';
import { lost } from './holder.ts';
import { answerLimit, defaultLimits, type Limits } from './limits.ts';

export type SharedKeeperOptions = {
  /** The folder of the memory, where the socket is. */
  readonly folder: string;
  /** Opens the store in this process, unless another process has it open. If this rejects, so does the operation; the next operation tries again. */
  readonly hold: () => Promise<Keeper | 'locked'>;
  readonly limits?: Partial<Limits>;
};

/** The longest pause before asking again after a holder hung up. */
const maxPauseMs = 250;

/** Opens nothing before the first operation. Requests that a holder left unanswered when it went away are sent to the next holder. */
export function openSharedKeeper({ folder, hold, limits: given }: SharedKeeperOptions): Keeper {
  const limits = { ...defaultLimits, ...given };
  const finder = createHolderFinder({ folder, hold, limits });
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | undefined;

  async function perform<O extends OperationName>(operation: O, asks: Asks<O>): Promise<Gives<O>> {
    const until = performance.now() + limits.takeoverMs + answerLimit(operation, limits);
    for (let round = 0; performance.now() < until; round += 1) {
      const holder = await finder.find();
      const gives = await holder.ask(operation, asks);
      if (gives !== lost) return gives;
      await delay(Math.min(2 ** round - 1, maxPauseMs)); // no pause the first time: usually the next holder is ready
    }
    throw new ArtooError('memory_unavailable', 'the connection to the process that holds the memory keeps breaking');
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
  const alone: Keeper['alone'] = (work) => withFileLock(join(folder, 'dream.lock'), work);
  return { ...Object.fromEntries(Object.keys(operations).map((name) => asking(name as OperationName))), alone, close } as Keeper; // the object has a function for every row
}
