/** The port to the current holder of the store: this process, or another one over the socket. */
import type { Asks, Gives, OperationName } from '../keeper.ts';

/** Returned instead of an answer: the holder went away, and the operation may or may not have been done. The next holder can be asked. */
export const lost: unique symbol = Symbol('lost');

/** Failure contract: `ask` rejects with an ArtooError. */
export type Holder = {
  ask<O extends OperationName>(operation: O, asks: Asks<O>): Promise<Gives<O> | typeof lost>;
  /** Whether the holder can no longer be asked. */
  readonly isGone: boolean;
  close(): Promise<void>;
};

/** The operations of a keeper, so that the compiler knows, for any name, that arguments and result belong together. */
type Operations = { readonly [O in OperationName]: (asks: Asks<O>) => Promise<Gives<O>> };

/** Runs an operation of a keeper by its name. */
export const perform = <O extends OperationName>(keeper: Operations, operation: O, asks: Asks<O>): Promise<Gives<O>> =>
  keeper[operation](asks);
