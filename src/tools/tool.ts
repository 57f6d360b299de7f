/** The port to tools: what R3 may call, with what, and what comes back. */
import { z } from 'zod';
import { FileEffect } from '../contracts/control.ts';
import { toolErrorClasses } from '../contracts/execution.ts';
import { Json } from '../contracts/json.ts';
import { count, listOf, record } from '../contracts/shape.ts';
import type { LeftOut } from '../contracts/shorten.ts';

/** A call with all it needs: also what a resumed task must know to find out what came of it. */
export const ToolRequest = record({
  tool: z.string(),
  input: Json,
  cwd: z.string(),
  workspace: z.string(),
  /** The harm that the person said yes to, by its hash. */
  approved: z.string().optional(),
  /** Whether that yes was to the network. */
  network: z.boolean().optional(),
  /** Effects that the person refused in this task, by `effectKeyOf`: no call has them. */
  refused: listOf(z.string()).optional(),
});
export type ToolRequest = z.infer<typeof ToolRequest>;

/** What a call would do and may not do without a yes to that very action (Law 1). */
const Harm = record({
  action: z.string(),
  effects: listOf(FileEffect),
  /** How many further effects there are: more than anybody would read. */
  more: count.default(0),
  network: z.boolean().default(false),
  reason: z.string(),
  hash: z.string().min(1),
  /** The narrow rule that would allow it; null where none may. */
  rule: z.string().nullable().default(null),
  /** The rule that forbids it; the person is not asked then. */
  denied: z.string().optional(),
});
export type Harm = z.infer<typeof Harm>;

export const ToolResult = record({
  ok: z.boolean(),
  output: z.string(),
  exit_code: z.int().optional(),
  truncated: z.boolean(),
  error: record({ class: z.enum(toolErrorClasses), message: z.string() }).optional(),
  /** What the call changed on disk. */
  changed: listOf(FileEffect).optional(),
  /** Nothing was done: this needs a yes first. */
  harm: Harm.optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;
export type ToolErrorClass = (typeof toolErrorClasses)[number];

/** Which call of which task: the same in every run. */
export type CallId = { readonly task_id: string; readonly key: string };

export type ToolContext = {
  readonly cwd: string;
  readonly workspace: string;
  readonly call: CallId;
  readonly approved: string | undefined;
  readonly network: boolean;
  readonly refused: readonly string[];
  readonly signal: AbortSignal;
};

/**
 * What a result shows of the world. It is data, so that a call in a journal can be judged without its tool: a text names the part of the input
 * that holds it, and where the input lacks that part, the call's target counts. A tool that declares none is read with the most care: it may have
 * looked at anything and changed anything.
 */
export type ToolEvidence =
  /** The output of the programs in a shell line. */
  | { readonly kind: 'runs'; readonly line: string }
  /** The text of one file: all of it, unless the input has one of `parts`. */
  | { readonly kind: 'reads'; readonly path: string; readonly parts?: readonly string[] }
  /** The names of the files below `root` that match `pattern`, and not what is in them. */
  | { readonly kind: 'lists'; readonly root: string; readonly pattern: string }
  /** What was found in the files below `root`, or only in those that match `files`. `none`: how it says that it found nothing. */
  | { readonly kind: 'searches'; readonly root: string; readonly files?: string; readonly none?: RegExp }
  /** Nothing but what it was given: `text` was put into a file, as all of it or as a part. */
  | { readonly kind: 'writes'; readonly path: string; readonly text: string; readonly isWhole: boolean };

/** What each tool declares, by its name. */
export type DeclaredEvidence = ReadonlyMap<string, ToolEvidence>;

/**
 * Failure contract: `run` returns every expected failure as a result with `ok: false` and a class; what it throws is a defect and becomes one of
 * class `failed`. It stops when the signal fires. A call that would harm does nothing and returns the harm, unless `approved` is the hash of what it
 * would do now. The functions of the input are methods, so that tools of different inputs fit in one list: the toolbox gives each only what its own
 * schema has parsed.
 */
export type Tool<Input = unknown> = {
  readonly name: string;
  /** One line for the model: what it is for. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** How long a call may take. */
  readonly timeoutMs: number;
  /** Which part of the input names what the call is about: a path, a pattern, a command. */
  target(input: Input): string;
  /** Whether a successful call may change what other calls find. */
  changes(input: Input): boolean;
  /** Whether a call whose outcome is not known may simply be made again. */
  repeatable(input: Input): boolean;
  /** The programs that a shell line runs, as far as they can be told. */
  programs?(input: Input): readonly string[];
  readonly evidence?: ToolEvidence;
  /** What a model is told in place of the middle of an output that is too long for it, and how to see the rest. */
  leftOut?(left: LeftOut, input: Input): string;
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

/** By what an effect is known again, whatever call has it. */
export const effectKeyOf = ({ change, path }: Pick<FileEffect, 'change' | 'path'>): string => `${change} ${path}`;

/** The answer of a call that would harm: nothing was done. */
export const needsYes = (harm: Harm): ToolResult => ({
  ...failed('refused', `not done: ${harm.reason}. It needs a yes to this very action`),
  harm,
});
