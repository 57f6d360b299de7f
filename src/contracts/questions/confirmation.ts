/** A question about one specific action, and its answer: asked by Law 1, or because memory has a mixed record of it. */
import { z } from 'zod';
import { FileEffect } from '../control.ts';
import { SubTaskId } from '../ids.ts';
import { count, listOf, shape } from '../shapes/shape.ts';
import { Filled, Form } from './form.ts';

export const ConfirmRequest = shape(
  'ConfirmRequest',
  'An action that needs a yes: it would harm, with exactly the effects it would have; or memory has a mixed record of it (`caution`).',
  {
    subtask_id: SubTaskId,
    tool: z.string().min(1),
    action: z.string(),
    cwd: z.string(),
    effects: listOf(FileEffect),
    /** How many effects are not listed, because a person would not read that many. The hash covers them too. */
    more: count.default(0),
    network: z.boolean().default(false),
    /** The host that it waits for, if it is about one: `example.org`, or with a port. */
    host: z.string().optional(),
    reason: z.string(),
    hash: z.string().min(1),
    /** Whether memory is the only reason to ask: no harm is known, and without a person present it is done. */
    caution: z.boolean().default(false),
    /** The narrow rule that would allow this kind from now on; null where no rule may. */
    rule: z.string().nullable(),
    /** The rule that would free the folder which all of it is in, for commands, from now on. */
    folder: z.string().optional(),
    /** What is to be filled in with a yes. */
    form: Form.optional(),
  },
);

/** How far a rule reaches that comes with a yes. */
export const RuleScope = z.enum(['task', 'folder', 'everywhere']);
export type RuleScope = z.infer<typeof RuleScope>;

export const ConfirmReply = shape('ConfirmReply', 'Yes or no to the action with that hash; used once.', {
  hash: z.string().min(1),
  allowed: z.boolean(),
  /** No one answered: what needs a yes counts as a no, and what is only doubted as a yes. */
  unanswered: z.literal(true).optional(),
  /** Another command line to try instead: it is asked about again if it would harm. */
  edited: z.string().optional(),
  /** What to do instead, in the person's words. The no is then about this action, and the sub-task goes on. */
  instead: z.string().optional(),
  /** The rule that the person added to the yes. */
  rule: z.string().optional(),
  /** How far that rule reaches: this task, tasks in this folder, or all; all, by default. */
  scope: RuleScope.optional(),
  /** What the person filled in. */
  filled: Filled.optional(),
});
