/** What success means, as criteria that can fail, and the verdict on each criterion. */
import { z } from 'zod';
import { Json } from './shapes/json.ts';
import { fixed, shape } from './shapes/shape.ts';

const path = z.string().min(1);

const AnyCheck = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('file_exists'), path }),
    z.object({ kind: z.literal('file_absent'), path }),
    z.object({ kind: z.literal('file_contains'), path, text: z.string().min(1) }),
    z.object({ kind: z.literal('file_matches'), path, pattern: z.string().min(1) }),
    z.object({ kind: z.literal('output_contains'), text: z.string().min(1) }),
    z.object({ kind: z.literal('output_matches'), pattern: z.string().min(1) }),
    z.object({ kind: z.literal('exit_code'), equals: z.int(), program: z.string().min(1).optional() }),
    z.object({ kind: z.literal('json_equals'), path: path.optional(), pointer: z.string(), equals: Json }),
    z.object({ kind: z.literal('output_conforms'), schema: Json }),
    z.object({ kind: z.literal('command'), run: z.string().min(1), equals: z.int().default(0) }),
  ])
  .meta({ id: 'Check', description: 'How code decides a criterion by looking at the real world, without a model.' });

export const Check = fixed(AnyCheck);
export type Check = z.infer<typeof Check>;

export const mode = z.enum(['verifiable', 'plausible']);
export const weight = z.int().min(1).max(5);

export const Criterion = shape('Criterion', 'One thing that must be true, checked by code if it has a check.', {
  criterion: z.string().min(1),
  mode,
  weight: weight.default(1),
  check: Check.optional(),
  /** Set by code on a criterion that it adds to a task that delivers its answer; no model can set it. */
  builtin: z.literal(true).optional(),
  /** Set if a later plan added the criterion; no model can set it. The criterion counts only if it fails: a pass is left out. */
  added: z.literal(true).optional(),
});
export type Criterion = z.infer<typeof Criterion>;

export const FailureClass = z.enum(['logical', 'environmental']);

export const CriterionVerdict = shape('CriterionVerdict', 'What was found about one criterion, by whom and on what evidence.', {
  criterion: z.string().min(1),
  mode,
  weight,
  verdict: z.enum(['pass', 'fail', 'unverifiable']),
  failure_class: FailureClass.nullable(),
  evidence: z.string(),
  by: z.enum(['check', 'model', 'code']),
  builtin: z.literal(true).optional(),
  /** Set if a later plan gave up the criterion: code then counts it as failed, whatever was found. */
  amended: z.literal(true).optional(),
});
export type CriterionVerdict = z.infer<typeof CriterionVerdict>;
