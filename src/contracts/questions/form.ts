/** A form that an MCP server asks the person to fill in, and what they entered. */
import { z } from 'zod';
import { listOf, record } from '../shapes/shape.ts';

const Value = z.union([z.string(), z.number(), z.boolean()]);

const FormField = record({
  name: z.string(),
  /** What the field asks for, in words. */
  label: z.string(),
  kind: z.enum(['text', 'number', 'integer', 'switch', 'choice']),
  /** The options of a choice. */
  options: listOf(z.string()).optional(),
  /** The labels of the options, in the same order; absent if the options need none. */
  titles: listOf(z.string()).optional(),
  /** The value if the person enters nothing. */
  default: Value.optional(),
  required: z.boolean(),
});
export type FormField = z.infer<typeof FormField>;

export const Form = listOf(FormField);
export type Form = z.infer<typeof Form>;

/** Values by field name. */
export const Filled = z.record(z.string(), Value);
export type Filled = z.infer<typeof Filled>;
