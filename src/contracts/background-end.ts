/** How a command that a task ran in the background ended. */
import { z } from 'zod';
import { count, listOf, record } from './shapes/shape.ts';

/** A host that a command reached, with the bytes sent and received. */
export const ReachedHost = record({ host: z.string(), sent: count, received: count });
export type ReachedHost = z.infer<typeof ReachedHost>;

export const backgroundEnd = {
  id: z.string().min(1),
  command: z.string(),
  /** How the command ended, as the rest of a sentence; absent if it outlives its task. */
  ended: z.string().optional(),
  /** How long the command ran. */
  ms: count,
  reached: listOf(ReachedHost),
};
export const BackgroundEnd = record(backgroundEnd);
export type BackgroundEnd = z.infer<typeof BackgroundEnd>;
