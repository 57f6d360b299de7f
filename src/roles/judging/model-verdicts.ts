/** Verdicts of a judge: read as they are meant, one opinion for each criterion, and the verdict that follows from it. Pure. */
import { z } from 'zod';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import type { Derivation } from '../../laws/facts/unsupported.ts';
import { headAndTail } from '../head-and-tail.ts';

/** A model may write the number as text, or the criterion itself. */
const Index = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number), z.string().trim().min(1)]);

/** How much evidence is looked at: a judge may say anything, as often as it likes. */
const mostItems = 20;
const mostDerivations = 50;

/** A quote, a list of them, or objects such as `{ "quote": "…" }` and `{ "call_id": "…" }`: all the texts in it. */
const Evidence = z.unknown().transform((value): readonly string[] =>
  textsIn(value)
    .filter((text) => text.trim() !== '')
    .slice(0, mostItems),
);

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.slice(0, mostItems).flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).slice(0, mostItems).flatMap(textsIn) : [];
}

const word = z.union([z.string(), z.number().transform(String)]);

const Derived = z
  .array(z.unknown())
  .catch([])
  .transform((items): readonly Derivation[] =>
    items.slice(0, mostDerivations).flatMap((item) => {
      const parsed = z.object({ fact: word, from: z.union([z.array(word), word.transform((one) => [one])]), how: word }).safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );

const ModelVerdict = z.object({
  criterion: Index,
  verdict: z.enum(['pass', 'fail', 'unverifiable']).catch('fail'),
  failure_class: z.enum(['logical', 'environmental']).nullable().catch(null),
  evidence: Evidence,
  derived: Derived.prefault([]),
});
export type ModelVerdict = z.infer<typeof ModelVerdict>;

/** A list of verdicts; what is none is left out, and so counts as missing. */
export const ModelVerdicts = z.array(z.unknown()).transform((items): ModelVerdict[] =>
  items.flatMap((item) => {
    const parsed = ModelVerdict.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  }),
);

/** The judge's opinion on each criterion asked about, in their order; the worse, where it says two things about one. */
export const opinionsOn = (asked: readonly Criterion[], given: readonly ModelVerdict[]): readonly (ModelVerdict | undefined)[] =>
  asked.map(({ criterion }, at) => {
    const about = given.filter((verdict) => verdict.criterion === at || verdict.criterion === criterion);
    return about.find(({ verdict }) => verdict === 'fail') ?? about.find(({ verdict }) => verdict === 'unverifiable') ?? about[0];
  });

/** Why a pass cannot be believed: its evidence does not count, or the answer states facts that nothing shows. */
export type Objection = { readonly evidence?: string; readonly facts?: string };

/** The verdict that an opinion leads to. A missing one is a fail; a pass whose evidence does not count is unverifiable, and nobody's fault. */
export function verdictOn(
  { criterion, mode, weight, builtin }: Criterion,
  said: ModelVerdict | undefined,
  objection: Objection | undefined,
  plainClass: CriterionVerdict['failure_class'],
): CriterionVerdict {
  const head = { criterion, mode, weight, ...(builtin ? { builtin } : {}) } as const;
  if (!said) return { ...head, verdict: 'fail', failure_class: plainClass, evidence: 'the judge gave no verdict on it', by: 'code' };
  const evidence = headAndTail(said.evidence.join(' / ')).trim() || 'the judge named no evidence';
  if (said.verdict === 'fail') return { ...head, verdict: 'fail', failure_class: plainClass ?? said.failure_class, evidence, by: 'model' };
  if (said.verdict === 'unverifiable') return { ...head, verdict: 'unverifiable', failure_class: null, evidence, by: 'model' };
  if (objection?.facts !== undefined)
    return { ...head, verdict: 'fail', failure_class: plainClass ?? 'logical', evidence: objection.facts, by: 'code' };
  if (objection?.evidence !== undefined)
    return { ...head, verdict: 'unverifiable', failure_class: null, evidence: `no evidence for it counts: ${objection.evidence}`, by: 'code' };
  return { ...head, verdict: 'pass', failure_class: null, evidence, by: 'model' };
}
