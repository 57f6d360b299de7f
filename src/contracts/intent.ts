/** How a goal enters the system: what the person said, the question and its answer, and one faithful reading of everything. */
import { z } from 'zod';
import { GivenPlan } from './given-plan.ts';
import { TaskId } from './ids.ts';
import { count, IsoTime, listOf, record, shape } from './shapes/shape.ts';

export const AttachedData = shape('AttachedData', 'Data that came with the goal, kept in a file: what a person piped into artoo.', {
  path: z.string().min(1),
  bytes: count,
  /** The beginning of the data; empty for binary data. */
  excerpt: z.string(),
  /** Whether the excerpt contains all of the data. */
  whole: z.boolean(),
});
export type AttachedData = z.infer<typeof AttachedData>;

/** One exchange before the goal. */
const Exchange = record({
  input: z.string(),
  output: z.string(),
  /** The task that answered, if it is known. */
  task: TaskId.optional(),
  /** Whether the person has since undone the changes of that task. */
  undone: z.boolean().optional(),
});

export const UserInput = shape('UserInput', 'What the person typed, byte for byte, and where.', {
  text: z.string(),
  session: listOf(Exchange).default([]),
  cwd: z.string().min(1),
  data: AttachedData.optional(),
  plan: GivenPlan.optional(),
});
export type UserInput = z.infer<typeof UserInput>;

export const ClarifyQuestion = shape('ClarifyQuestion', 'One batched question, asked when no reasonable reading exists.', {
  question: z.string().min(1),
});

export const ClarifyAnswer = shape('ClarifyAnswer', 'The answer; an empty one means "go ahead".', { answer: z.string() });

export const Steer = shape('Steer', 'What the person says while the task runs: an instruction, never an approval.', {
  text: z.string().min(1),
});

export const TaskSpec = shape('TaskSpec', "R1's reading of the input: one faithful sentence beside the untouched text.", {
  task_id: TaskId,
  slug: z.string().min(1),
  intent: z.string().min(1),
  constraints: record({ scope: z.string().nullable(), deadline: IsoTime.nullable() }),
  raw_input: z.string(),
  /**
   * Questions and the person's answers, byte for byte. An empty question marks something that the person said without being asked, while the task
   * ran.
   */
  clarifications: listOf(record({ question: z.string(), answer: z.string() })).default([]),
  kind: z.enum(['task', 'conversation']),
  cwd: z.string().min(1),
  data: AttachedData.optional(),
  plan: GivenPlan.optional(),
});
export type TaskSpec = z.infer<typeof TaskSpec>;
