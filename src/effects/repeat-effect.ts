/** Whether an effect that an earlier process started and did not finish is repeated. Pure. */
import { ArtooError } from '../contracts/errors.ts';
import type { Intent } from '../journal/entry.ts';
import type { LookUp, ToolResult } from '../tools/tool.ts';

/** Whether it can simply be performed again. A call that is not safe to repeat is looked up first: its tool may know its result. */
export const mayRepeat = ({ effect, repeatable }: Pick<Intent, 'effect' | 'repeatable'>): boolean => effect !== 'tool' || repeatable;

/** By what the tool knows of the call: its result, or that it must be performed now. Throws `interrupted` where that is unknown, `cancelled` where it was not done and must not be. */
export function afterLookUp(known: LookUp, isCancelled: boolean): ToolResult | 'perform' {
  if (known === 'unknown') throw new ArtooError('interrupted', 'artoo stopped while this ran: whether it took effect is unknown');
  if (known !== 'not_done') return known; // a cancel does not change what was done
  if (isCancelled) throw new ArtooError('cancelled', 'not performed: stopped by a cancel');
  return 'perform';
}

/** While its task ends, nothing is performed any more: it is looked up, or answered as unknown or not performed. */
export function whileEnding(intent: Pick<Intent, 'effect' | 'repeatable'>, wasStarted: boolean): 'look up' | 'unknown' | 'not performed' {
  if (!wasStarted) return 'not performed';
  return mayRepeat(intent) ? 'unknown' : 'look up';
}

/** An intent as computed again: one that was not safe to repeat when it was started stays so, whatever its tool says now. */
export const asStarted = (started: Intent, again: Intent): Intent => (started.repeatable ? again : { ...again, repeatable: false });
