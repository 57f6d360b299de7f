/** Verdicts of a model, as far as they can be believed: only for what was asked, and passes only with evidence that counts. Pure. */
import { z } from 'zod';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import type { Weighed } from './evidence/work.ts';

/** A model may write the number as text, or the criterion itself. */
const Index = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[[(#]?\d+[\]).:]?$/)
    .transform((text) => Number(text.replaceAll(/\D/g, ''))),
  z.string().trim().min(1),
]);

const maxTexts = 50;

/** A text, a list of texts, or objects with texts in them: the texts, in their order. What is none is left out. */
const Texts = z
  .unknown()
  .optional()
  .transform((value): readonly string[] => [...textsIn(value, 3)].slice(0, maxTexts));

function* textsIn(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string' && value.trim() !== '') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null && depth > 0) {
    for (const inner of Object.values(value).slice(0, maxTexts)) yield* textsIn(inner, depth - 1);
  }
}

/** How a fact of the answer follows from what is shown, for code to compute again. */
const Derivation = z.object({ fact: z.union([z.string(), z.number().transform(String)]), from: Texts, how: z.string().catch('') });

const readAll = <Item>(items: readonly unknown[], schema: z.ZodType<Item>): readonly Item[] =>
  items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });

/** A list, or one that was written without its brackets; what cannot be read is left out. */
const Derivations = z
  .unknown()
  .optional()
  .transform((value) => readAll(Array.isArray(value) ? value : [value], Derivation));

/** `PASS`, `passed` and `true` mean what they say. */
function asVerdict(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'pass' : 'fail';
  return typeof value === 'string'
    ? value
        .trim()
        .toLowerCase()
        .replace(/^(pass|fail)(?:ed|es|s)$/, '$1')
    : value;
}

const ModelVerdict = z.object({
  criterion: Index,
  verdict: z.preprocess(asVerdict, z.enum(['pass', 'fail', 'unverifiable'])).catch('fail'),
  failure_class: z.enum(['logical', 'environmental']).nullable().catch(null),
  evidence: Texts,
  derived: Derivations,
});
export type ModelVerdict = z.infer<typeof ModelVerdict>;

/** A list of verdicts; what is none is left out, and so counts as missing. */
export const ModelVerdicts = z.preprocess(asList, z.array(z.unknown())).transform((items) => readAll(items, ModelVerdict));

/** Verdicts by the number of their criterion are a list, too. */
function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).map(([criterion, verdict]) =>
    typeof verdict === 'object' ? { criterion, ...verdict } : { criterion, verdict },
  );
}

/** What was said about one criterion. */
export type Said = Pick<ModelVerdict, 'verdict' | 'failure_class' | 'evidence' | 'derived'>;

/** What a judge said about each criterion asked about, in their order: the worst where it says several things; nothing where it says none. Passes are one pass with all their evidence. */
export function saidAbout(asked: readonly Criterion[], given: readonly ModelVerdict[]): readonly (Said | undefined)[] {
  return asked.map(({ criterion }, at) => {
    const about = given.filter((verdict) => verdict.criterion === at || verdict.criterion === criterion);
    const worst = about.find(({ verdict }) => verdict === 'fail') ?? about.find(({ verdict }) => verdict === 'unverifiable') ?? about[0];
    if (worst?.verdict !== 'pass') return worst;
    const bare = about.find(({ evidence }) => evidence.length === 0); // one without evidence is the worse of two
    return bare ?? { ...worst, evidence: about.flatMap(({ evidence }) => evidence), derived: about.flatMap(({ derived }) => derived) };
  });
}

/**
 * One verdict for each criterion asked about, in their order. A missing one is a fail. A pass whose evidence does not count, or was not weighed, is
 * unverifiable, and has no failure class.
 */
export function settle(
  asked: readonly Criterion[],
  said: readonly (Said | undefined)[],
  weighed: ReadonlyMap<number, Weighed>,
  plainClass: CriterionVerdict['failure_class'],
): readonly CriterionVerdict[] {
  return asked.map(({ criterion, mode, weight, builtin }, at): CriterionVerdict => {
    const head = { criterion, mode, weight, ...(builtin ? { builtin } : {}) } as const;
    const one = said[at];
    if (!one) return { ...head, verdict: 'fail', failure_class: plainClass, evidence: 'the judge gave no verdict on it', by: 'code' };
    const evidence = headAndTail(one.evidence.join('\n')).trim() || 'the judge named no evidence';
    if (one.verdict === 'unverifiable') return { ...head, verdict: 'unverifiable', failure_class: null, evidence, by: 'model' };
    if (one.verdict === 'fail') return { ...head, verdict: 'fail', failure_class: plainClass ?? one.failure_class, evidence, by: 'model' };
    const found = weighed.get(at);
    if (found?.counts) return { ...head, verdict: 'pass', failure_class: null, evidence, by: 'model' };
    const why = `the judge says it passes, but ${found?.why ?? 'its evidence was not looked at'}`;
    return { ...head, verdict: 'unverifiable', failure_class: null, evidence: why, by: 'code' };
  });
}
