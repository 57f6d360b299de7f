/** Law 1: one question about one very action, and its answer. */
import { z } from 'zod';
import { FileEffect } from './control.ts';
import { SubTaskId } from './ids.ts';
import { listOf, shape } from './shape.ts';

export const ConfirmRequest = shape('ConfirmRequest', 'An action that would harm, with exactly the effects it would have.', {
  subtask_id: SubTaskId,
  tool: z.string().min(1),
  action: z.string(),
  cwd: z.string(),
  effects: listOf(FileEffect),
  reason: z.string(),
  hash: z.string().min(1),
  rule: z.string().nullable(),
});

export const ConfirmReply = shape('ConfirmReply', 'Yes or no to the action with that hash; used once.', {
  hash: z.string().min(1),
  allowed: z.boolean(),
  edited: z.string().optional(),
  rule: z.string().optional(),
});
