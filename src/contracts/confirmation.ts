/** One question about one very action, and its answer: by Law 1, or because memory has a mixed record of it. */
import { z } from 'zod';
import { FileEffect } from './control.ts';
import { SubTaskId } from './ids.ts';
import { count, listOf, shape } from './shape.ts';

export const ConfirmRequest = shape(
  'ConfirmRequest',
  'An action that needs a yes: it would harm, with exactly the effects it would have; or memory has a mixed record of it (`caution`).',
  {
    subtask_id: SubTaskId,
    tool: z.string().min(1),
    action: z.string(),
    cwd: z.string(),
    effects: listOf(FileEffect),
    /** How many further effects there are: more than a person would read. The hash covers them too. */
    more: count.default(0),
    /** Whether it wants the network. */
    network: z.boolean().default(false),
    reason: z.string(),
    hash: z.string().min(1),
    /** Whether it is asked about only because of what is remembered: no harm is known, and where no person is there it is done. */
    caution: z.boolean().default(false),
    /** The narrow rule that would allow this kind from now on; null where none may. */
    rule: z.string().nullable(),
  },
);

export const ConfirmReply = shape('ConfirmReply', 'Yes or no to the action with that hash; used once.', {
  hash: z.string().min(1),
  allowed: z.boolean(),
  /** Another command line to try in its place: it is asked about anew if it would harm. */
  edited: z.string().optional(),
  /** The rule that the person wrote along with the yes. */
  rule: z.string().optional(),
});
