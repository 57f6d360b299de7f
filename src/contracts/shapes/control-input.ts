/** The fields that the functions of `artoo/control` read. No other fields are required, and ids may be any text. */
import { z } from 'zod';
import { FailureClass, mode } from '../criteria.ts';
import { toolErrorClasses } from '../execution.ts';
import { BlockedTarget } from '../plan.ts';
import { numberIn, type Range } from './checked.ts';

/** Limited so that no sum or product of amounts is infinite. */
const amount = numberIn({ min: 0, max: Number.MAX_SAFE_INTEGER });
const count = numberIn({ min: 0, whole: true });
const share = numberIn({ min: 0, max: 1 });

export const Spent = z.object({ replans: amount, elapsedMs: amount });
export const LossParts = z.object({ D: share, P: share, Omega: amount });
export const Signal = LossParts.extend({ gradL: z.number() });

/** Accepts the named constants, all of them optional, and no other keys. */
export const Constants = (ranges: Readonly<Record<string, Range>>) =>
  z.strictObject(Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, numberIn(range).optional()])));

const Verdict = z.object({
  criterion: z.string(),
  mode,
  weight: amount.optional(),
  verdict: z.enum(['pass', 'fail', 'unverifiable']),
  failure_class: FailureClass.nullable(),
  builtin: z.boolean().optional(),
  amended: z.boolean().optional(),
});
export const Verdicts = z.array(Verdict).optional();

const Outcome = z.object({
  intent: z.string(),
  status: z.enum(['matched', 'failed']),
  success_criteria: z.array(z.object({ criterion: z.string(), weight: amount.optional() })),
  criteria_verdicts: z.array(Verdict),
  gap_trajectory: z.array(z.object({ failed_criteria: z.array(z.object({ criterion: z.string() })) })),
});
export const Outcomes = z.array(Outcome);

const Call = z.object({
  call_id: z.string(),
  tool: z.string(),
  programs: z.array(z.string()).optional(),
  target: z.string(),
  ok: z.boolean(),
  error_class: z.enum(toolErrorClasses).optional(),
  changed: z.array(z.unknown()).optional(),
});

export const Round = z.object({
  elapsed_ms: amount,
  outcomes: z.array(Outcome.extend({ refused: z.boolean(), task_verdicts: Verdicts, tool_calls: z.array(Call) })),
  task_verdicts: Verdicts,
  task_checks: Verdicts,
});

export const State = z.object({
  replans: count,
  prev_directive: z.enum(['init', 'break_symmetry', 'change_approach', 'change_path', 'refine']),
  last: z.object({ L: z.number(), D: share }).nullable(),
  worsening: count,
  failing_tools: z.array(z.string()),
  failed_calls: z.array(BlockedTarget),
});
