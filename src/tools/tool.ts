/** The port to tools: what R3 may call, with which input, and what a call returns. */
import { z } from 'zod';
import { ReachedHost } from '../contracts/background-end.ts';
import { FileEffect } from '../contracts/control.ts';
import { toolErrorClasses } from '../contracts/execution.ts';
import { OfferedTool } from '../contracts/offered-tool.ts';
import { Filled, Form } from '../contracts/questions/form.ts';
import { Json } from '../contracts/shapes/json.ts';
import { count, listOf, record } from '../contracts/shapes/shape.ts';
import type { LeftOut } from '../contracts/text/shorten.ts';

/** A call with everything that it needs, including what a resumed task needs to find out what the call did. */
export const ToolRequest = record({
  tool: z.string(),
  input: Json,
  cwd: z.string(),
  workspace: z.string(),
  /** Places that the person named, which a command can also see unless they are secret. */
  places: listOf(z.string()).optional(),
  /** The hash of the harm that the person has approved. */
  approved: z.string().optional(),
  /** Whether the person has approved a host, or another run with the network. */
  network: z.boolean().optional(),
  /** Effects and hosts that the person has refused in this task, by `effectKeyOf` and `hostKeyOf`: no call may have them. */
  refused: listOf(z.string()).optional(),
  /** What the person entered into the form when approving. */
  filled: Filled.optional(),
});
export type ToolRequest = z.infer<typeof ToolRequest>;

/** What a call would do, if exactly this action needs approval (Law 1). */
const Harm = record({
  action: z.string(),
  effects: listOf(FileEffect),
  /** How many more effects there are that are not listed. */
  more: count.default(0),
  network: z.boolean().default(false),
  /** The host for which the action waits, if the question is about a host. */
  host: z.string().optional(),
  reason: z.string(),
  hash: z.string().min(1),
  /** The narrow rule that would allow the action; null if no rule may. */
  rule: z.string().nullable().default(null),
  /** The rule that would free the folder in which all effects are. */
  folder: z.string().optional(),
  /** The rule that forbids the action; if set, the person is not asked. */
  denied: z.string().optional(),
  /** A form to fill in when approving. */
  form: Form.optional(),
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
  /** The background run that outlives the call: its id, and the ports that it listens on. */
  background: record({ id: z.string(), ports: listOf(z.int()) }).optional(),
  /** The shell lines started by an earlier call on which this call reports, one per line. */
  started: z.string().optional(),
  /** The hosts that a command reached, with the number of bytes sent and received; present for every run that could reach any. */
  reached: listOf(ReachedHost).optional(),
  /** Set if nothing was done because the action needs approval first. */
  harm: Harm.optional(),
  /** Tools that the call found; from then on, they may be called in the same sub-task. */
  offers: listOf(OfferedTool).optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;
export type ToolErrorClass = (typeof toolErrorClasses)[number];

/** Identifies a call by its task and key, which are the same in every run. */
export type CallId = { readonly task_id: string; readonly key: string };

/** Additional variables for the commands of one call. */
export type VariablesOf = (call: CallId) => Readonly<Record<string, string>> | undefined;

export type ToolContext = {
  readonly cwd: string;
  /** The folder to which `cwd` must still lead when changes are decided on. */
  readonly realCwd?: string;
  readonly workspace: string;
  readonly places?: readonly string[];
  readonly call: CallId;
  readonly approved: string | undefined;
  readonly network: boolean;
  readonly refused: readonly string[];
  readonly filled?: Filled;
  readonly signal: AbortSignal;
  /** Receives live output, if anyone is watching. */
  readonly onOutput?: ((text: string) => void) | undefined;
};

/**
 * What a result shows about the world. This is data, so that a call in a journal can be judged without its tool. Each string names a field of the
 * input; if the input lacks that field, the call's target is used. A tool that declares nothing is assumed to have read anything and changed
 * anything.
 */
export type ToolEvidence =
  /** The output of the programs in a shell line. The line is in this field of the input, or in `started` of the result. */
  | { readonly kind: 'runs'; readonly line: string }
  /** The text of one file: all of it, unless the input has one of the fields in `parts`. */
  | { readonly kind: 'reads'; readonly path: string; readonly parts?: readonly string[] }
  /**
   * The names of the files below `root` that match `pattern`, not their content. `isPartial`: some may be missing, the pattern is not a path, and
   * without `root` the search was not limited to the current folder.
   */
  | { readonly kind: 'lists'; readonly root: string; readonly pattern: string; readonly isPartial?: true }
  /** What was found in the files below `root`, or only in those that match `files`. `none`: what the output looks like if nothing was found. */
  | { readonly kind: 'searches'; readonly root: string; readonly files?: string; readonly none?: RegExp }
  /** What another machine returned at the time of the call. */
  | { readonly kind: 'fetches'; readonly from: string }
  /** Only the call's own input: `text` was written to a file, as the whole content or as a part. */
  | { readonly kind: 'writes'; readonly path: string; readonly text: string; readonly isWhole: boolean };

/** What the tools declare, by their names. */
export type DeclaredEvidence = ReadonlyMap<string, ToolEvidence>;

/**
 * Failure contract: `run` returns every expected failure as a result with `ok: false` and a class; anything it throws is a defect and becomes a
 * result of class `failed`. `run` stops when the signal fires. A call that would do harm does nothing and returns the harm, unless `approved` is the
 * hash of exactly this harm. Functions of the input are methods, so that tools with different inputs fit in one list: the toolbox passes each tool
 * only what the tool's own schema has parsed.
 */
export type Tool<Input = unknown> = {
  readonly name: string;
  /** One line that tells the model what the tool is for. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** How long a call may take. */
  readonly timeoutMs: number;
  /** What the call is about: a path, a pattern or a command. */
  target(input: Input): string;
  /** Whether a successful call may change what other calls find. */
  changes(input: Input): boolean;
  /** Whether a call whose outcome is unknown may simply be repeated. */
  repeatable(input: Input): boolean;
  /** The programs that a shell line runs, as far as they are known. */
  programs?(input: Input): readonly string[];
  readonly evidence?: ToolEvidence;
  /** What must be available to a task for the tool to be offered. */
  readonly needs?: 'skills';
  /** The text that replaces the middle of an output that is too long for a model, and explains how to see the rest. */
  leftOut?(left: LeftOut, input: Input): string;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
  /** For a call that may or may not have run: its result, as far as it can be determined. If this function is absent, the result is unknown. */
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

/** Identifies an effect, independently of its call. */
export const effectKeyOf = ({ change, path }: Pick<FileEffect, 'change' | 'path'>): string => `${change} ${path}`;

/** Identifies a host, independently of the call. */
export const hostKeyOf = (host: string): string => `reach ${host}`;

/** The result of a call that would do harm: nothing was done. */
export const needsYes = (harm: Harm): ToolResult => ({
  ...failed('refused', `not done: ${harm.reason}. It needs a yes to this very action`),
  harm,
});
