/** A plan as R2's model proposes it, read leniently. Whether it may be dispatched is decided in admissible.ts. */
import { z } from 'zod';
import { Check, type Criterion } from '../../contracts/criteria.ts';
import { listOf } from '../../contracts/shapes/shape.ts';
import { unspaced } from '../../control/overlap.ts';
import { maxMoves } from '../handoff.ts';
import { Deadline } from '../prompting/deadline.ts';
import { reportInfeasible } from '../report-infeasible.ts';
import { areSame } from './same-words.ts';

const asWeight = (weight: number): number => Math.min(5, Math.max(1, Math.round(weight)));

const ProposedCriterion = z
  .object({
    criterion: z.string().trim().min(1),
    mode: z.enum(['verifiable', 'plausible']).optional().catch(undefined),
    weight: z.number().transform(asWeight).catch(1),
    check: z.preprocess(asCheck, Check.optional()),
  })
  .transform(
    ({ criterion, mode, weight, check }): Criterion => ({
      criterion,
      mode: mode ?? (check ? 'verifiable' : 'plausible'),
      weight,
      ...(check ? { check } : {}),
    }),
  );

const Criteria = z
  .array(ProposedCriterion)
  .nullish()
  .transform((criteria): readonly Criterion[] => criteria ?? []);

const text = z.string().trim().catch('');

/** A task criterion that a later plan gives up. The replacement is a text, or a whole criterion, which is then listed with the others. */
const Amended = listOf(
  z.object({
    criterion: z.string().trim().min(1),
    instead: ProposedCriterion.or(text.transform((criterion) => ({ criterion }))),
    why: text,
  }),
)
  .nullish()
  .transform((amended) => amended ?? []);

/** Ids that a model makes up are not part of the schema, so they are dropped. A sequence that is not a number becomes 0, which no plan may have. */
const Proposed = z.object({
  task_criteria: Criteria,
  amended: Amended,
  subtasks: listOf(
    z.object({
      intent: z.string().trim().min(1),
      success_criteria: Criteria,
      context: z
        .unknown()
        .optional()
        .transform((context) => (typeof context === 'string' ? context : context ? JSON.stringify(context) : '')),
      tools: z
        .preprocess((tools) => (typeof tools === 'string' ? [tools] : tools), z.array(z.string()).nullish())
        .transform((tools): readonly string[] => [...new Set(tools ?? [])].filter((tool) => tool !== reportInfeasible.name)), // this tool is always on offer
      sequence: z.preprocess((sequence) => (typeof sequence === 'string' ? Number(sequence) : sequence), z.int()).catch(0),
      deadline: Deadline,
    }),
  ),
});

/** A single sub-task without criteria gets the task criteria that were not given up. */
export const Plan = Proposed.transform(({ subtasks, task_criteria: listed, amended: given }) => {
  const isListed = ({ criterion }: Criterion) => listed.some((each) => areSame(each.criterion, criterion));
  const replacements = given.flatMap(({ instead }) => ('mode' in instead && !isListed(instead) ? [instead] : []));
  const amended = given.map(({ criterion, instead, why }) => ({ criterion, instead: instead.criterion, why }));
  const task_criteria: readonly Criterion[] = [...listed, ...replacements];
  const plan = { task_criteria, amended };
  const areShared = subtasks.length === 1 && subtasks[0]?.success_criteria.length === 0;
  const kept = plan.task_criteria.filter(({ criterion }) => !plan.amended.some((given) => areSame(given.criterion, criterion)));
  return {
    ...plan,
    subtasks: areShared ? subtasks.map((only) => ({ ...only, success_criteria: kept })) : subtasks,
  };
});
export type Plan = z.infer<typeof Plan>;
export type PlannedSubTask = Plan['subtasks'][number];

/** What R2 may answer instead of a plan, after a round: that the goal cannot be met, with the handoff. */
const Impossible = z.object({
  impossible: z.string().trim().min(1),
  partial_result: text,
  next_moves: z
    .array(z.string().trim())
    .catch([])
    .transform((moves): readonly string[] => moves.filter((move) => move !== '').slice(0, maxMoves)),
});
export type Impossible = z.infer<typeof Impossible>;

/** R2's answer: a plan if it has sub-tasks, whatever else it says. Anything that cannot be read is reported as a bad plan. */
export const Proposal = z.unknown().transform((value, context): Plan | Impossible => {
  const plan = Plan.safeParse(value);
  if (plan.success && plan.data.subtasks.length > 0) return plan.data;
  const impossible = Impossible.safeParse(value);
  if (impossible.success) return impossible.data;
  if (plan.success) return plan.data;
  context.issues.push(...plan.error.issues.map(({ path, message }) => ({ code: 'custom' as const, path, message, input: value })));
  return z.NEVER;
});

/** Models name the kind of a check in several ways: `{ kind }`, `{ type }`, `{ check }`, `{ name }`, or as the one key of an object. */
function asCheck(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  const proposed = value as Readonly<Record<string, unknown>>; // any object can be read by key
  const named = proposed.kind ?? proposed.type ?? proposed.check ?? proposed.name;
  if (typeof named === 'string') return { ...proposed, kind: named };
  const [[only, fields] = [], ...others] = Object.entries(proposed);
  return others.length === 0 && typeof fields === 'object' && fields !== null ? { ...fields, kind: only } : value;
}

/** Two plans with the same tools and the same intents count as the same plan; case, spaces and punctuation make no difference. */
export function fingerprint({ subtasks }: Plan): string {
  const parts = subtasks.map(({ tools, intent }) => `${[...new Set(tools)].sort().join('+')}: ${normalised(intent)}`);
  return parts.sort().join(' | ');
}

/** Words in lower case, without spaces if the script uses none. */
function normalised(intent: string): string {
  const words = intent
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  return words?.join(unspaced.test(intent) ? '' : ' ') ?? intent;
}
