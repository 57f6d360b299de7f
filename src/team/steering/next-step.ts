/** What follows a rejection, according to the task on the board. Pure. */
import { z } from 'zod';
import type { Task } from '../board/board.ts';

/** `review_stuck` and `review_deadlock` block the task: the planner splits, redefines or abandons it. */
const NextStep = z.enum(['same_coder', 'another_coder', 'review_stuck', 'review_deadlock']);
export type NextStep = z.infer<typeof NextStep>;

/** What was decided after the last rejection; undefined if nothing was decided. */
export const nextStepOf = ({ steering }: Pick<Task, 'steering'>): NextStep | undefined => NextStep.safeParse(steering?.next).data;

/** Why this was decided, in one sentence. */
export function whySteered({ history }: Pick<Task, 'history'>): string | undefined {
  const why = history?.findLast(({ event }) => event === 'steered')?.reason;
  return typeof why === 'string' ? why : undefined;
}
