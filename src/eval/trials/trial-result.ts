/** The outcome of one trial: a line of the results. */
import { z } from 'zod';
import { count, fixed, IsoTime, listOf, record } from '../../contracts/shapes/shape.ts';

/**
 * `refused`: the task itself is faulty. `skipped`: it cannot run here. `unavailable`: the model could not be reached. `cut`: the budget of the whole
 * run ended it. These outcomes say nothing about the arm.
 */
const outcomes = ['passed', 'failed', 'refused', 'skipped', 'unavailable', 'cut'] as const;

/** What artoo itself claimed at the end: `gaps` means done, with the unmet criteria listed. */
const claims = ['done', 'gaps', 'gave_up', 'none'] as const;

export const Spent = record({
  model_calls: count,
  tool_calls: count,
  input_tokens: count,
  output_tokens: count,
  usd: z.number().min(0),
  unpriced: listOf(z.string()),
  active_ms: z.number().min(0),
});
export type Spent = z.infer<typeof Spent>;

export const nothingSpent: Spent = { model_calls: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0, unpriced: [], active_ms: 0 };

export const sumOf = (all: readonly Spent[]): Spent =>
  all.reduce(
    (sum, each) => ({
      model_calls: sum.model_calls + each.model_calls,
      tool_calls: sum.tool_calls + each.tool_calls,
      input_tokens: sum.input_tokens + each.input_tokens,
      output_tokens: sum.output_tokens + each.output_tokens,
      usd: sum.usd + each.usd,
      unpriced: each.unpriced.every((model) => sum.unpriced.includes(model))
        ? sum.unpriced
        : [...new Set([...sum.unpriced, ...each.unpriced])],
      active_ms: sum.active_ms + each.active_ms,
    }),
    nothingSpent,
  );

export const CheckResult = record({ check: z.string(), verdict: z.enum(['pass', 'fail', 'unverifiable']), evidence: z.string() });
export type CheckResult = z.infer<typeof CheckResult>;

export const TrialResult = fixed(
  z.object({
    task: z.string(),
    kind: z.string(),
    arm: z.string(),
    repeat: z.int().min(1),
    outcome: z.enum(outcomes),
    claim: z.enum(claims),
    /** Why the trial did not pass; empty if it did. */
    why: z.string(),
    checks: listOf(CheckResult),
    spent: Spent,
    rounds: count,
    /** The path of the trial's journal, relative to the results. */
    journal: z.string().optional(),
    ended_at: IsoTime,
  }),
);
export type TrialResult = z.infer<typeof TrialResult>;

/** A key that identifies one trial of one task. */
export const trialKey = ({ task, arm, repeat }: Pick<TrialResult, 'task' | 'arm' | 'repeat'>): string =>
  JSON.stringify([task, arm, repeat]);

/** Whether the result says something about its arm. */
export const counts = ({ outcome }: Pick<TrialResult, 'outcome'>): boolean => outcome === 'passed' || outcome === 'failed';

/** Whether the trial need not be run again. */
export const isSettled = ({ outcome }: Pick<TrialResult, 'outcome'>): boolean => outcome !== 'unavailable' && outcome !== 'cut';
