/** What an agent can say: one shape per kind. An agent never writes to the board: it sends a letter, and code admits the letter or says why not. */
import { z } from 'zod';
import { anomalyTypes } from '../board/board.ts';

const words = z.string().trim().min(1).max(8_000);
const line = z
  .string()
  .trim()
  .min(1)
  .max(400)
  .regex(/^[^\n]*$/, 'is one line');
const commit = z.string().regex(/^[0-9a-f]{40}$/, 'must be a full commit hash, 40 hexadecimal digits');
const questions = z.array(words).min(1).max(3);

export const PlannedTask = z.strictObject({
  id: z.string(),
  description: words,
  spec_ref: z.string(),
  done_when: z.union([words, z.array(line).min(1)]),
  scope: words,
  priority: z.number().int().min(1).max(99).default(1),
  depends_on: z.array(z.string()).default([]),
  kind: z.enum(['code', 'docs', 'config', 'spec']).default('code'),
});
export type PlannedTask = z.infer<typeof PlannedTask>;
const tasks = z.array(PlannedTask).min(1).max(20);

const Blocker = z.strictObject({
  file: z.string().min(1),
  line: z.number().int().min(1).nullish(),
  issue: line,
  why: words,
  suggestion: words,
  spec_ref: z.string().nullish(),
  anomaly_logged: z.boolean().default(false),
});
export type Blocker = z.infer<typeof Blocker>;

export const Verdict = z.strictObject({
  commit,
  criteria: z
    .array(
      z.strictObject({
        criterion: words,
        /**
         * `cannot_judge`: something needed to judge this is missing. The work is not approved in this case, but this does not count against the
         * coder.
         */
        verdict: z.enum(['pass', 'fail', 'cannot_judge']),
        failure_class: z.enum(['logical', 'environmental']).nullish(),
        evidence: z.string().max(8_000).default(''),
      }),
    )
    .min(1)
    .max(40),
  blockers: z.array(Blocker).max(40).default([]),
  concerns: z.array(words).max(40).default([]),
  prior: z
    .array(z.strictObject({ issue: line, status: z.enum(['RESOLVED', 'STILL PRESENT', 'PARTIAL']) }))
    .max(80)
    .default([]),
  overall: z.enum(['APPROVED', 'REJECTED']),
});
export type Verdict = z.infer<typeof Verdict>;

/** The body of each kind; a letter about a task names it in `task`, beside the body. */
const bodies = {
  plan: z.strictObject({ tasks }),
  rescope: z.strictObject({ root_cause: words, tasks, alignment: words }),
  unblock: z.strictObject({ what_changed: words, done_when: words.optional(), scope: words.optional() }),
  abandon: z.strictObject({ reason: words }),
  triage: z.strictObject({
    discovery: z.string(),
    decision: z.enum(['convert', 'defer', 'reject']),
    task: PlannedTask.optional(),
    why: words,
  }),
  checkpoint_request: z.strictObject({ why: words }),
  checkpoint: z.strictObject({
    intent: words,
    assumptions: z.array(words).default([]),
    risks: z.string().default(''),
    validation: words,
    files_to_modify: z.array(z.string()).min(1),
  }),
  submit: z.strictObject({ message: words }),
  block: z.strictObject({ reason: words, questions, attempted: z.array(words).default([]) }),
  verdict: Verdict,
  discovery: z.strictObject({
    description: words,
    severity: z.enum(['critical', 'high', 'medium', 'low']),
    urgency: z.enum(['deferred', 'immediate']).default('deferred'),
    recommendation: z.string().default(''),
  }),
  anomaly: z.strictObject({ type: z.enum(anomalyTypes), details: z.record(z.string(), z.unknown()) }),
  handoff: z.strictObject({
    summary: line,
    next_action: line,
    context_used: z.number().optional(),
    approach: z.string().optional(),
    blockers: z.array(words).optional(),
    files_modified: z.array(z.string()).optional(),
    next_steps: z.array(words).optional(),
  }),
  log: z.strictObject({ detail: line }),
} as const;
export type LetterKind = keyof typeof bodies;

/** The schema of the body of a kind. */
export const bodyOf = (kind: LetterKind): z.ZodObject => bodies[kind];

export const letterKinds = Object.keys(bodies) as [LetterKind, ...LetterKind[]]; // the keys of a literal that is not empty

const envelope = { id: z.string().min(1).max(200), agent: z.string(), fencing: z.number().int().min(0), task: z.string().optional() };

type LetterOf<Kind extends LetterKind> = {
  readonly id: string;
  readonly agent: string;
  readonly fencing: number;
  readonly task?: string | undefined;
  readonly kind: Kind;
  readonly body: z.infer<(typeof bodies)[Kind]>;
};
export type Letter = { [Kind in LetterKind]: LetterOf<Kind> }[LetterKind];
export type { LetterOf };

const Envelope = z.strictObject({ ...envelope, kind: z.enum(letterKinds), body: z.unknown() });

/** A letter from outside, or why it is not a letter. */
export function readLetter(
  value: unknown,
): { readonly ok: true; readonly letter: Letter } | { readonly ok: false; readonly why: readonly string[] } {
  const outer = Envelope.safeParse(value);
  if (!outer.success) return { ok: false, why: outer.error.issues.map(issueText) };
  const { kind } = outer.data;
  const body = bodies[kind].safeParse(outer.data.body ?? {});
  if (!body.success) return { ok: false, why: body.error.issues.map((issue) => `body.${issueText(issue)}`) };
  return { ok: true, letter: { ...outer.data, body: body.data } as Letter }; // the body was parsed by the schema of its kind
}

const issueText = ({ path, message }: z.core.$ZodIssue): string => `${path.join('.') || 'the letter'}: ${message}`;
