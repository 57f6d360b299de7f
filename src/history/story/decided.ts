/** What decisions on the record were decided from and came to, as far as that can be read. A journal may hold anything. */
import { z } from 'zod';
import { Loss } from '../../contracts/control.ts';
import { FailureClass } from '../../contracts/criteria.ts';
import { Blocked, BlockedTarget } from '../../contracts/plan.ts';
import { count, listOf, record } from '../../contracts/shape.ts';
import type { Entry } from '../../journal/entry.ts';

type DecisionEntry = Extract<Entry, { kind: 'decision' }>;

const directives = ['break_symmetry', 'change_approach', 'change_path', 'refine'] as const;
const prevDirective = z.enum(['init', ...directives]);

/** What R7 made of a round, or why it ended the task in the middle of one: then nothing is blocked, and no directive is named. */
const Measured = record({
  macro_state: z.enum([...directives, 'accept', 'success', 'abandon']).default('abandon'),
  reason: z.string().optional(),
  loss: Loss,
  grad_l: z.number(),
  urgency: z.enum(['low', 'normal', 'high']).optional(),
  prev_directive: prevDirective.optional(),
  blocked_tools: listOf(z.string()).default([]),
  blocked_targets: listOf(BlockedTarget).default([]),
  failed_criterion: z.string().nullable().optional(),
  failure_class: z.enum([...FailureClass.options, 'mixed']).optional(),
  rationale: z.string(),
});
export type Measured = z.infer<typeof Measured>;

/** What R7 knew: the message it answers, what it remembered, and the constants that draw its lines. */
const MeasuredFrom = record({
  message: z.string(),
  state: record({
    replans: count,
    prev_directive: prevDirective,
    last: record({ L: z.number(), D: z.number().optional(), gap: z.number().optional() }).nullable(), // older journals have the gap
    worsening: count,
  }),
  parameters: record({
    epsilon: z.number(),
    delta: z.number(),
    rho: z.number(),
    theta: z.number(),
    maxReplans: count,
    kill: count,
    timeBudgetMs: z.number().optional(),
  }),
});
export type MeasuredFrom = z.infer<typeof MeasuredFrom>;

/** A plan that was held against the rules, and what it was held against. */
const PlanHeld = record({
  round: count,
  plan: record({ subtasks: listOf(record({ intent: z.string(), tools: listOf(z.string()), sequence: count })) }),
  terms: record({ tools: listOf(z.string()), blocked: Blocked, failed: listOf(z.unknown()), directive: z.string().nullable() }),
});
export type PlanHeld = z.infer<typeof PlanHeld>;

/** What memory said before a plan. */
const Calibrated = record({
  entries: listOf(record({ kind: z.string(), text: z.string(), enforced: z.boolean().default(false) })),
  missing: z.string().nullable().default(null),
});

/** What R7 decided. */
export const measuredIn = ({ result }: DecisionEntry): Measured | undefined => Measured.safeParse(result).data;

/** What R7 decided it from. */
export const measuredFrom = ({ inputs }: DecisionEntry): MeasuredFrom | undefined => MeasuredFrom.safeParse(inputs).data;

/** What R2 decided about. */
export const planIn = ({ inputs }: DecisionEntry): PlanHeld | undefined => PlanHeld.safeParse(inputs).data;

/** What R2 made of what memory said, most important first; and why memory said nothing, where it could not be asked. */
export const calibrationIn = ({ result }: DecisionEntry): z.infer<typeof Calibrated> | undefined => Calibrated.safeParse(result).data;
