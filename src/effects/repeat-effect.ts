/** Whether an effect is repeated that an earlier process began and did not finish. Pure. */
import { ArtooError } from '../contracts/errors.ts';
import type { Intent } from '../journal/entry.ts';
import type { LookUp, ToolResult } from '../tools/tool.ts';

/** Whether it can simply be performed again. A call that is not safe to repeat is looked up first: its tool may know what came of it. */
export const mayRepeat = ({ effect, repeatable }: Pick<Intent, 'effect' | 'repeatable'>): boolean => effect !== 'tool' || repeatable;

/** By what the tool knows of the call: its result, or that it is to be performed now. Throws `interrupted` where that is unknown, `cancelled` where it was not done and must not be. */
export function afterLookUp(known: LookUp, isCancelled: boolean): ToolResult | 'perform' {
  if (known === 'unknown') throw new ArtooError('interrupted', 'artoo stopped while this ran: whether it took effect is unknown');
  if (known !== 'not_done') return known; // what happened, happened: a cancel does not change it
  if (isCancelled) throw new ArtooError('cancelled', 'not performed: stopped by a cancel');
  return 'perform';
}

/** What becomes of it while its task ends: nothing is performed any more, and only what can be looked up is. */
export function whileEnding(intent: Pick<Intent, 'effect' | 'repeatable'>, wasBegun: boolean): 'look up' | 'unknown' | 'not performed' {
  if (!wasBegun) return 'not performed';
  return mayRepeat(intent) ? 'unknown' : 'look up';
}

/** An intent as it is computed again: what was not safe to repeat when it was begun is not, whatever its tool says now. */
export const asStarted = (begun: Intent, again: Intent): Intent => (begun.repeatable ? again : { ...again, repeatable: false });
