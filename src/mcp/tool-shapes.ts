/** What callers pass to the tools of `artoo mcp serve`, and what the tools return. Anything else in the arguments is refused. */
import { z } from 'zod';

const task_id = z.string().min(1).max(64).describe('the id of a task');
const cwd = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('the folder to work in: one of those that the server was started for, or a folder below it');

export const StartInput = z.strictObject({
  goal: z.string().min(1).max(1_000_000).describe('what should be done, in plain words, with everything that is needed to understand it'),
  cwd,
  budget: z.string().max(20).optional().describe('how long it may work, such as 90s or 5m; can only tighten what the server allows'),
  max_cost: z
    .number()
    .min(0)
    .optional()
    .describe('how much its model calls may cost, in US dollars; can only tighten what the server allows'),
});
export type StartInput = z.infer<typeof StartInput>;

export const ContinueInput = z.strictObject({
  task_id,
  answer: z
    .string()
    .max(100_000)
    .optional()
    .describe('the answer to its question; for a plan: approve, or what to do instead. Leave it out to wait for the task, or to resume it'),
});
export type ContinueInput = z.infer<typeof ContinueInput>;

export const LogInput = z.strictObject({
  task_id: task_id.optional(),
  lines: z.int().min(1).max(500).default(100).describe('how many of the last lines of its log'),
});
export type LogInput = z.infer<typeof LogInput>;

export const TryInput = z.strictObject({
  command: z.string().min(1).max(100_000).describe('a line for the shell'),
  cwd,
  timeout_s: z.int().min(1).max(600).default(60),
});
export type TryInput = z.infer<typeof TryInput>;

export const UndoInput = z.strictObject({ task_id });

const effect = z.object({ path: z.string(), change: z.enum(['created', 'changed', 'deleted', 'metadata']) });

/** The state of a task. */
export const Report = z.object({
  task_id: z.string(),
  state: z
    .enum(['ended', 'running', 'asks', 'asks_person', 'stopped'])
    .describe(
      'running; asks: it asks you; asks_person: the person is asked when you call artoo_continue; stopped: artoo_continue continues it; ended: see the other fields',
    ),
  directive: z.enum(['accept', 'success', 'abandon']).nullable().describe('accept: done; success: done with gaps; abandon: not done'),
  reason: z.string().nullable(),
  output: z.unknown().describe('the answer'),
  unmet: z.array(z.object({ criterion: z.string(), why: z.string(), unchecked: z.literal(true).optional() })),
  ungrounded: z.array(z.string()).describe('what the answer says without support from anything that was found'),
  declined: z
    .array(z.object({ action: z.string(), edited: z.string().optional(), mentioned: z.array(z.string()).optional() }))
    .optional()
    .describe(
      'what the person refused, or changed to another command; mentioned: paths about which the answer says something that is not backed up',
    ),
  changed: z.array(effect),
  cost: z
    .object({
      usd: z.number(),
      unpriced: z.array(z.string()),
      input_tokens: z.number(),
      output_tokens: z.number(),
      active_ms: z.number(),
      estimated: z.boolean().optional().describe('set if tokens and money are upper bounds'),
    })
    .nullable(),
  question: z
    .object({ kind: z.enum(['clarification', 'plan']), text: z.string() })
    .nullable()
    .describe('what it asks you'),
  refused: z
    .array(z.object({ action: z.string(), reason: z.string(), rule: z.string().nullable() }))
    .describe('what Law 1 stopped because no person approved it, and the rule that would allow it (--allow)'),
  next_moves: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;

export const LogOutput = z.object({
  tasks: z.array(
    z.object({
      task_id: z.string(),
      state: z.string(),
      goal: z.string(),
      cwd: z.string(),
      started: z.string(),
      directive: z.string().nullable(),
    }),
  ),
  task: Report.nullable(),
  log: z.array(z.string()),
});
export type LogOutput = z.infer<typeof LogOutput>;

export const TryOutput = z.object({
  verdict: z.enum(['free', 'needs_yes', 'forbidden', 'failed']).describe('free: artoo would run it without asking'),
  exit_code: z.int().nullable(),
  reason: z.string().nullable(),
  rule: z.string().nullable().describe('the rule that would allow it'),
  effects: z.array(effect).describe('what it would change; nothing was changed'),
  more: z.int().describe('how many further effects there are'),
  network: z.boolean(),
  output: z.string(),
  containment: z.string(),
});
export type TryOutput = z.infer<typeof TryOutput>;

export const UndoOutput = z.object({
  task_id: z.string(),
  undone: z.boolean(),
  paths: z.array(z.string()),
  conflicts: z.array(z.object({ path: z.string(), why: z.string() })),
});
export type UndoOutput = z.infer<typeof UndoOutput>;
