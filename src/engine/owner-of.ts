/** Which task an effect is performed for, which origin it may share the effect with, and which purse pays for it. */
import type { TaskId } from '../contracts/ids.ts';
import type { Owner } from '../effects/effects.ts';
import { createPurse, type Purse } from '../effects/purse.ts';
import type { Intent, Origin } from '../journal/entry.ts';
import type { Caps } from '../laws/caps.ts';
import type { Log } from './log.ts';

type Of = { readonly task_id: TaskId; readonly origin: Origin | undefined; readonly caps: Caps; readonly log: Log };

export function ownerOf({ task_id, origin, caps, log }: Of): (intent: Intent) => Owner {
  let purse: Purse | undefined;
  /** Made for the first live effect, when everything that earlier runs spent has been counted. */
  const opened = (): Purse => {
    const { input_tokens, output_tokens, usd } = log.tally.cost;
    return createPurse(caps, { tokens: input_tokens + output_tokens, usd });
  };
  return ({ seq, key }) => {
    purse ??= opened();
    if (!origin || seq >= origin.seq) return { task_id, purse };
    const { failed } = origin;
    return { task_id, purse, sharedWith: origin.task_id, ...(failed?.key === key && { failed }) };
  };
}
