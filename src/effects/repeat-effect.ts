/** Whether to repeat an effect that an earlier process started but did not finish. Pure. */
import { ArtooError } from '../contracts/errors.ts';
import type { Intent } from '../journal/entry.ts';
import type { LookUp, ToolResult } from '../tools/tool.ts';

/** Whether the effect can simply be performed again. A call that is not safe to repeat is looked up first: its tool may have the result. */
export const mayRepeat = ({ effect, repeatable }: Pick<Intent, 'effect' | 'repeatable'>): boolean => effect !== 'tool' || repeatable;

/**
 * What to do after asking the tool: return the result, or perform the call. Throws `interrupted` if the tool has no answer, `cancelled` if the call
 * was not made and must not be.
 */
export function afterLookUp(known: LookUp, isCancelled: boolean): ToolResult | 'perform' {
  if (known === 'unknown') throw new ArtooError('interrupted', 'artoo stopped while this ran: whether it took effect is unknown');
  if (known !== 'not_done') return known; // a cancel does not undo what was done
  if (isCancelled) throw new ArtooError('cancelled', 'not performed: stopped by a cancel');
  return 'perform';
}

/** What to do with an intent while its task is ending: results are looked up, and nothing is performed. */
export function whileEnding(intent: Pick<Intent, 'effect' | 'repeatable'>, wasStarted: boolean): 'look up' | 'unknown' | 'not performed' {
  if (!wasStarted) return 'not performed';
  return mayRepeat(intent) ? 'unknown' : 'look up';
}

/** The recomputed intent; not repeatable if it was not repeatable when it was started, whatever its tool reports now. */
export const asStarted = (started: Intent, again: Intent): Intent => (started.repeatable ? again : { ...again, repeatable: false });
