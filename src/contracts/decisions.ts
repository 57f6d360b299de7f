/** Every decision that code records, with all its inputs. A decision that is not listed here cannot be drafted. */
import { z } from 'zod';
import { Directive, EndReason, Loss, prevDirective, roundFailure, urgency } from './control.ts';
import { Criterion } from './criteria.ts';
import { TaskSpec } from './intent.ts';
import { lazily } from './lazily.ts';
import type { RoleId } from './parties.ts';
import { Amendment, Blocked, BlockedTarget } from './plan.ts';
import type { Result } from './result.ts';
import { canonicalTest } from './shapes/canonical.ts';
import type { Json } from './shapes/json.ts';
import { count, IsoTime, listOf, record } from './shapes/shape.ts';
import { explain } from './text/explain.ts';

const texts = listOf(z.string());

/** Something that must not be planned: a tool, a target or the fingerprint of a whole plan. Applies if the plan contains everything that is named. */
const MustNot = record({
  tool: z.string().optional(),
  target: z.string().optional(),
  fingerprint: z.string().optional(),
  because: z.string(),
});

/** What memory advises before a plan is made. */
const Calibration = z.object({
  role: z.literal('R2'),
  name: z.literal('calibration'),
  inputs: record({ round: count, tools: texts }),
  result: record({
    /** Advice for the planner, most important first, with the memories that each entry is based on. */
    entries: listOf(
      record({
        kind: z.enum(['SHOULD PREFER', 'MUST NOT', 'CAUTION', 'NOTE']),
        space: z.string(),
        entity: z.string(),
        decision: z.number(),
        text: z.string(),
        /** The person's own words, if they declared the rule. */
        declared: z.string().optional(),
        megrams: texts,
        /** Whether code rejects plans that ignore the entry. */
        enforced: z.boolean().default(false),
      }),
    ),
    must_nots: listOf(MustNot),
    /** Tools and targets with a mixed record: if a person is present, they are asked before such a call changes anything. */
    cautions: listOf(record({ tool: z.string(), target: z.string().optional(), because: z.string(), megrams: texts })),
    /** Why memory could not be asked; null if it could. */
    missing: z.string().nullable().default(null),
  }),
});
export type Calibration = Readonly<z.infer<typeof Calibration>>;

/** A plan as written by the planner or the person, before it is validated. Before format 3, plans could not amend criteria. */
const Proposed = record({
  task_criteria: listOf(Criterion),
  amended: listOf(record({ criterion: z.string(), instead: z.string(), why: z.string() })).default([]),
  subtasks: listOf(
    record({
      intent: z.string(),
      success_criteria: listOf(Criterion),
      context: z.string(),
      tools: texts,
      sequence: z.int(),
      deadline: IsoTime.nullable(),
    }),
  ),
});

/** What a plan is checked against. Before format 3, no criteria were frozen. */
const Terms = record({
  spec: TaskSpec,
  tools: texts,
  mustNots: listOf(MustNot),
  directive: Directive.nullable(),
  blocked: Blocked,
  failed: listOf(Proposed),
  frozen: record({ criteria: listOf(Criterion), amended: listOf(Amendment) })
    .nullable()
    .default(null),
});

/**
 * Why a plan was rejected, worded for the planner; `told` has the same reasons in the same order, worded for the person, if the wording differs.
 */
const Reasons = record({ reasons: texts, told: texts.optional() });

/** Whether a plan may be dispatched. */
const PlanValidation = z.object({
  role: z.literal('R2'),
  name: z.enum(['plan', 'plan_rejected']),
  inputs: record({ round: count, plan: Proposed, terms: Terms }),
  result: Reasons,
});
export type PlanValidation = Readonly<z.infer<typeof PlanValidation>>;

/** The planner gave up before trying anything. */
const GivenUpTooEarly = z.object({
  role: z.literal('R2'),
  name: z.literal('plan_rejected'),
  inputs: record({ round: count, answer: record({ impossible: z.string(), partial_result: z.string(), next_moves: texts }) }),
  result: Reasons,
});
export type GivenUpTooEarly = Readonly<z.infer<typeof GivenUpTooEarly>>;

/** The constants of the controller (SPEC §5). */
export const ControlConstants = record({
  /** Weights of distance, implausibility and cost in the loss. */
  alpha: z.number(),
  beta: z.number(),
  lambda: z.number(),
  /** Weights of replans and of time in the cost. */
  w1: z.number(),
  w2: z.number(),
  /** If the loss changes by less than this, a round made no difference. */
  epsilon: z.number(),
  /** Up to this distance, a result is close enough. */
  delta: z.number(),
  /** Above this implausibility, the approach is wrong rather than the surroundings. */
  rho: z.number(),
  /** At this cost, the budget counts as spent. */
  theta: z.number(),
  timeBudgetMs: z.number(),
  maxReplans: count,
  /** After this many rounds in a row that made things worse, the task is given up (Law 2). */
  kill: count,
});
export type ControlConstants = z.infer<typeof ControlConstants>;

/** The message that R7 answers, R7's state from earlier rounds, and the constants that apply. */
const measuredFrom = record({
  message: z.string(),
  state: record({
    replans: count,
    prev_directive: prevDirective,
    last: record({
      L: z.number(),
      D: z.number().optional(),
      /** Used instead of D before format 3. */
      gap: z.number().optional(),
    }).nullable(),
    worsening: count,
    failing_tools: texts,
    failed_calls: listOf(BlockedTarget),
  }),
  parameters: ControlConstants,
});

const ends = ['accept', 'success', 'abandon'] as const;

const MeasuredRound = record({
  macro_state: z.enum([...ends, ...Directive.options]),
  /** Why the task ends; absent if it continues. */
  reason: EndReason.extract(['met', 'close_enough', 'gap', 'budget', 'refused']).optional(),
  loss: Loss,
  grad_l: z.number(),
  urgency,
  prev_directive: prevDirective,
  blocked_tools: texts,
  blocked_targets: listOf(BlockedTarget),
  failed_criterion: z.string().nullable(),
  failure_class: roundFailure,
  rationale: z.string(),
});
export type MeasuredRound = z.infer<typeof MeasuredRound>;

/** How R7 measured a round, and what it chose. */
const Measurement = z.object({
  role: z.literal('R7'),
  name: z.enum([...ends, ...Directive.options]),
  inputs: measuredFrom,
  result: MeasuredRound,
});

/** Why R7 ends a task in the middle of a round. */
const CutShort = z.object({
  role: z.literal('R7'),
  name: z.literal('abandon'),
  inputs: measuredFrom,
  result: record({ reason: EndReason, loss: Loss, grad_l: z.number(), rationale: z.string() }),
});

const decisions = [Calibration, PlanValidation, GivenUpTooEarly, Measurement, CutShort] as const;

export type Decision = Readonly<z.infer<(typeof decisions)[number]>>;

/** What R7 decided, after a round or in the middle of one. */
export type Measured = Extract<Decision, { readonly role: 'R7' }>;

export const isMeasured = <D extends Decision | UnknownDecision>(decision: D): decision is D & Measured =>
  decision.role === 'R7' && decision.name !== 'unknown';

/** A decision recorded by another version of artoo: only its name can be read. */
export type UnknownDecision = {
  readonly role: RoleId;
  readonly name: 'unknown';
  readonly called: string;
  readonly inputs: Json;
  readonly result: Json;
};

type Candidate = { readonly role: RoleId; readonly name: unknown; readonly inputs: unknown; readonly result: unknown };

const readers = lazily(() =>
  decisions.map((schema) => ({
    schema,
    isCanonical: canonicalTest(schema),
    isNamed: canonicalTest(schema.pick({ role: true, name: true })),
  })),
);

/** The value as a decision, or an error that says what is wrong with it. */
export function parseDecision(candidate: Candidate): Result<Decision> {
  if (readers().some(({ isCanonical }) => isCanonical(candidate))) return { ok: true, value: candidate as Decision }; // proved by isCanonical
  const { role, name } = candidate;
  let error = `${role} makes no such decision`;
  for (const { schema, isNamed } of readers()) {
    if (!isNamed({ role, name })) continue;
    const parsed = schema.safeParse(candidate);
    if (parsed.success) return { ok: true, value: parsed.data };
    error = explain(parsed.error);
  }
  return { ok: false, error };
}
