/** A plan that is given with the goal, instead of being made by a model. */
import { z } from 'zod';
import { Criterion } from './criteria.ts';
import { IsoTime, listOf, shape } from './shapes/shape.ts';

export const PlannedSubTask = shape('PlannedSubTask', 'A sub-task as the person sees it before it is dispatched.', {
  intent: z.string().min(1),
  success_criteria: listOf(Criterion),
  context: z.string(),
  tools: listOf(z.string()),
  sequence: z.int().min(1),
  deadline: IsoTime.nullable().default(null),
});

export const GivenPlan = shape(
  'GivenPlan',
  'A plan that is carried out as it is: no model interprets the goal or decides how to reach it.',
  {
    /** The name under which the task is filed. */
    slug: z.string().min(1),
    intent: z.string().min(1),
    task_criteria: listOf(Criterion),
    subtasks: listOf(PlannedSubTask),
  },
);
export type GivenPlan = z.infer<typeof GivenPlan>;
