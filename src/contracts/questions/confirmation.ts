/** A question about one specific action, and the answer: asked because of Law 1, or because memory has a mixed record of the action. */
import { z } from 'zod';
import { FileEffect } from '../control.ts';
import { SubTaskId } from '../ids.ts';
import { count, listOf, shape } from '../shapes/shape.ts';
import { Filled, Form } from './form.ts';

export const ConfirmRequest = shape(
  'ConfirmRequest',
  'An action that needs approval, with exactly the effects that it would have: it could do harm, or memory has a mixed record of it (`caution`).',
  {
    subtask_id: SubTaskId,
    tool: z.string().min(1),
    action: z.string(),
    cwd: z.string(),
    effects: listOf(FileEffect),
    /** How many effects are not listed because there are too many to read. The hash covers these too. */
    more: count.default(0),
    network: z.boolean().default(false),
    /** The host that the question is about, if any: `example.org`, or with a port. */
    host: z.string().optional(),
    reason: z.string(),
    hash: z.string().min(1),
    /** Whether memory is the only reason to ask: no harm is known, and if no person is present, the call is made without asking. */
    caution: z.boolean().default(false),
    /** The narrow rule that would allow this kind of action from now on; null if no rule may. */
    rule: z.string().nullable(),
    /** The rule that would allow commands to change the folder that contains all these effects, from now on. */
    folder: z.string().optional(),
    /** A form to fill in when approving. */
    form: Form.optional(),
  },
);

/** The scope of a rule that the person adds to an approval. */
export const RuleScope = z.enum(['task', 'folder', 'everywhere']);
export type RuleScope = z.infer<typeof RuleScope>;

export const ConfirmReply = shape('ConfirmReply', 'Yes or no to the action with this hash; it can be used once.', {
  hash: z.string().min(1),
  allowed: z.boolean(),
  /** No one answered: this counts as a refusal if approval is needed, and as approval if only memory raised a doubt. */
  unanswered: z.literal(true).optional(),
  /** A command line to try instead: if it could do harm, the person is asked about it too. */
  edited: z.string().optional(),
  /** What to do instead, in the person's words: this action is refused, and the sub-task continues. */
  instead: z.string().optional(),
  /** The rule that the person added to the approval. */
  rule: z.string().optional(),
  /** The scope of the rule: this task, tasks in this folder, or (the default) all tasks. */
  scope: RuleScope.optional(),
  /** What the person entered into the form. */
  filled: Filled.optional(),
});
