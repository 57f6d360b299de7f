/** A tool as a model sees it. */
import { z } from 'zod';
import { Json } from './shapes/json.ts';
import { record } from './shapes/shape.ts';

export const OfferedTool = record({
  name: z.string().min(1),
  description: z.string(),
  input: Json,
  /** What the tool cannot work without: the tool is offered only if this is available. */
  needs: z.literal('skills').optional(),
});
export type OfferedTool = z.infer<typeof OfferedTool>;
