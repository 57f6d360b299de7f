/** A tool as a model sees it. */
import { z } from 'zod';
import { Json } from './shapes/json.ts';
import { record } from './shapes/shape.ts';

export const OfferedTool = record({
  name: z.string().min(1),
  description: z.string(),
  input: Json,
  /** What it is useless without: the tool is offered only if that is there. */
  needs: z.literal('skills').optional(),
});
export type OfferedTool = z.infer<typeof OfferedTool>;
