/** The port to whoever holds the store at the moment: this process itself, or another one over the socket. */
import type { Asks, Gives, OperationName } from '../keeper.ts';

/** Instead of an answer: whoever was asked went away, and whether it was done nobody knows. It can be asked again, of the next one. */
export const lost: unique symbol = Symbol('lost');

/** Failure contract: `ask` rejects with an ArtooError. */
export type Holder = {
  ask<O extends OperationName>(operation: O, asks: Asks<O>): Promise<Gives<O> | typeof lost>;
  /** Whether there is no use in asking any more. */
  readonly isGone: boolean;
  close(): Promise<void>;
};
