/** A call whose outcome is unknown: artoo stopped while the call ran, and its effect cannot be observed. */
import { z } from 'zod';
import { SubTaskId } from '../ids.ts';
import { shape } from '../shapes/shape.ts';

export const InterruptedCall = shape(
  'InterruptedCall',
  'A call that was under way when artoo stopped: whether it took effect is unknown.',
  { subtask_id: SubTaskId, tool: z.string().min(1), action: z.string(), cwd: z.string() },
);

export const InterruptedReply = shape(
  'InterruptedReply',
  'What to do about the call: repeat it, continue as if it had been done, or stop the task.',
  {
    answer: z.enum(['again', 'done', 'stop']),
  },
);
