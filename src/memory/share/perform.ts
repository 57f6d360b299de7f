/** Any operation of a keeper, by its name. */
import type { Asks, Gives, OperationName } from '../keeper.ts';

/** A keeper without its `close`: so its type still says, for a name that is not known yet, that arguments and result belong together. */
type Performing = { readonly [O in OperationName]: (asks: Asks<O>) => Promise<Gives<O>> };

/** What the keeper does under that name. */
export const perform = <O extends OperationName>(keeper: Performing, operation: O, asks: Asks<O>): Promise<Gives<O>> =>
  keeper[operation](asks);
