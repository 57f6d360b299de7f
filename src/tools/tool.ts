/** The port to tools: what R3 may call, with what, and what comes back. */
import { z } from 'zod';
import { FileEffect } from '../contracts/control.ts';
import { toolErrorClasses } from '../contracts/execution.ts';
import { Json } from '../contracts/json.ts';
import { listOf, record } from '../contracts/shape.ts';

/** A call with all it needs: also what a resumed task must know to find out what came of it. */
export const ToolRequest = record({ tool: z.string(), input: Json, cwd: z.string(), workspace: z.string() });
export type ToolRequest = z.infer<typeof ToolRequest>;

export const ToolResult = record({
  ok: z.boolean(),
  output: z.string(),
  exit_code: z.int().optional(),
  truncated: z.boolean(),
  error: record({ class: z.enum(toolErrorClasses), message: z.string() }).optional(),
  /** What the call changed on disk. */
  changed: listOf(FileEffect).optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;
export type ToolErrorClass = (typeof toolErrorClasses)[number];

export type ToolContext = { readonly cwd: string; readonly workspace: string; readonly signal: AbortSignal };

/**
 * Failure contract: `run` returns every expected failure as a result with `ok: false` and a class; what it throws is a defect and becomes one of
 * class `failed`. It stops when the signal fires. `target` and `run` are methods, so that tools of different inputs fit in one list: the toolbox
 * gives each only what its own schema has parsed.
 */
export type Tool<Input = unknown> = {
  readonly name: string;
  /** One line for the model: what it is for. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Which part of the input names what the call is about: a path, a pattern, a command. */
  target(input: Input): string;
  /** Whether a call whose outcome is not known may simply be made again. */
  readonly repeatable: boolean;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
  /** For a call that may or may not have been made: what came of it, as far as the world shows. Tools without it cannot tell. */
  lookUp?(input: Input, context: ToolContext): Promise<LookUp>;
};

export type LookUp = ToolResult | 'not_done' | 'unknown';

export const succeeded = (output: string, more: Partial<ToolResult> = {}): ToolResult => ({ ok: true, output, truncated: false, ...more });

export const failed = (errorClass: ToolErrorClass, message: string): ToolResult => ({
  ok: false,
  output: '',
  truncated: false,
  error: { class: errorClass, message },
});
