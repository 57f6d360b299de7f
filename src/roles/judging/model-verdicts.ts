/** A model's verdicts, read leniently: only those on criteria that were asked about, and passes only with evidence that counts. Pure. */
import { z } from 'zod';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { headAndTail } from '../prompting/head-and-tail.ts';
import type { Weighed } from './evidence/work.ts';

/** A model may write the number as text, or write the criterion itself. */
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

/** The texts in a single text, a list or nested objects, in order. Anything else is left out. */
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

/** How a fact in the answer follows from what calls show; code repeats the computation. */
const Derivation = z.object({ fact: z.union([z.string(), z.number().transform(String)]), from: Texts, how: z.string().catch('') });

const readAll = <Item>(items: readonly unknown[], schema: z.ZodType<Item>): readonly Item[] =>
  items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });

/** A list, or a single item without brackets; anything that cannot be read is left out. */
const Derivations = z
  .unknown()
  .optional()
  .transform((value) => readAll(Array.isArray(value) ? value : [value], Derivation));

/** `PASS`, `passed` and `true` all count as a pass. */
function asVerdict(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'pass' : 'fail';
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word.replace(/^(pass|fail)(?:ed|es|s)$/, '$1');
}

const ModelVerdict = z.object({
  criterion: Index,
  verdict: z.preprocess(asVerdict, z.enum(['pass', 'fail', 'unverifiable'])).catch('fail'),
  failure_class: z.enum(['logical', 'environmental']).nullable().catch(null),
  evidence: Texts,
  derived: Derivations,
});
export type ModelVerdict = z.infer<typeof ModelVerdict>;

/** A list of verdicts; anything else is left out, and so counts as missing. */
export const ModelVerdicts = z.preprocess(asList, z.array(z.unknown())).transform((items) => readAll(items, ModelVerdict));

/** A list of verdicts. An object with verdicts by criterion is turned into one. */
function asList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value).map(([criterion, verdict]) =>
    typeof verdict === 'object' ? { criterion, ...verdict } : { criterion, verdict },
  );
}

/** A judge's verdict on one criterion. */
export type Said = Pick<ModelVerdict, 'verdict' | 'failure_class' | 'evidence' | 'derived'>;

/**
 * A judge's verdict on each criterion, in order: if there are several, the worst; if there is none, undefined. Several passes become one pass with all
 * their evidence.
 */
export function saidAbout(asked: readonly Criterion[], given: readonly ModelVerdict[]): readonly (Said | undefined)[] {
  return asked.map(({ criterion }, at) => {
    const about = given.filter((verdict) => verdict.criterion === at || verdict.criterion === criterion);
    const worst = about.find(({ verdict }) => verdict === 'fail') ?? about.find(({ verdict }) => verdict === 'unverifiable') ?? about[0];
    if (worst?.verdict !== 'pass') return worst;
    const bare = about.find(({ evidence }) => evidence.length === 0); // a pass without evidence is worse than one with it
    return bare ?? { ...worst, evidence: about.flatMap(({ evidence }) => evidence), derived: about.flatMap(({ derived }) => derived) };
  });
}

/**
 * One verdict for each criterion, in order. A missing verdict is a fail; a pass whose evidence does not count is unverifiable, without a failure class.
 */
export function settle(
  asked: readonly Criterion[],
  said: readonly (Said | undefined)[],
  weighed: ReadonlyMap<number, Weighed>,
  plainClass: CriterionVerdict['failure_class'],
): readonly CriterionVerdict[] {
  return asked.map(({ criterion, mode, weight, builtin }, at): CriterionVerdict => {
    const found = findingOn(said[at], weighed.get(at), plainClass);
    return { criterion, mode, weight, ...found, ...(builtin ? { builtin } : {}) };
  });
}

type Finding = Pick<CriterionVerdict, 'verdict' | 'failure_class' | 'evidence' | 'by'>;

function findingOn(said: Said | undefined, weighed: Weighed | undefined, plainClass: CriterionVerdict['failure_class']): Finding {
  if (!said) return { verdict: 'fail', failure_class: plainClass, evidence: 'the judge gave no verdict on it', by: 'model' };
  const evidence = headAndTail(said.evidence.join('\n')).trim();
  if (said.verdict === 'unverifiable')
    return {
      verdict: 'unverifiable',
      failure_class: null,
      evidence: evidence || 'the judge says that nothing shows it either way',
      by: 'model',
    };
  if (said.verdict === 'fail')
    return {
      verdict: 'fail',
      failure_class: plainClass ?? said.failure_class,
      evidence: evidence || 'the judge says that it is not so',
      by: 'model',
    };
  if (weighed?.counts) return { verdict: 'pass', failure_class: null, evidence, by: 'model' };
  const why = `the judge says it passes, but ${weighed?.why ?? 'its evidence was not looked at'}`;
  return { verdict: 'unverifiable', failure_class: null, evidence: why, by: 'code' };
}
