/** Verdicts of a model, as far as they can be believed: only for what was asked, and only with evidence that code can find. Pure. */
import { z } from 'zod';
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { type ToolCall, wasMade } from '../../contracts/execution.ts';
import type { Json } from '../../contracts/json.ts';
import { headAndTail } from '../head-and-tail.ts';
import { foundIn } from './quote.ts';

/** A model may write the number as text, or the criterion itself. */
const Index = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number), z.string().trim().min(1)]);

const ModelVerdict = z.object({
  criterion: Index,
  verdict: z.enum(['pass', 'fail', 'unverifiable']).catch('fail'),
  failure_class: z.enum(['logical', 'environmental']).nullable().catch(null),
  evidence: z.string().catch(''),
});
export type ModelVerdict = z.infer<typeof ModelVerdict>;

/** A list of verdicts; what is none is left out, and so counts as missing. */
export const ModelVerdicts = z.array(z.unknown()).transform((items): ModelVerdict[] =>
  items.flatMap((item) => {
    const parsed = ModelVerdict.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  }),
);

/** Where evidence may be found. */
export type Sources = { readonly texts: readonly string[]; readonly calls: readonly ToolCall[] };

/** The ids of calls in a text: whole ones, and of a length that keeps a text full of digits cheap to read. */
const callIds = /(?<!\d|\d\.)\d{1,9}\.\d{1,9}\.\d{1,9}\/R3\/\d{1,9}\.\d{1,9}(?!\.?\d)/g;

/** The id of a call that worked, or a quote from a text or from what a call gave back. What a line was told to say (`echo tests passed`) proves nothing. */
export function isFound(evidence: string, { texts, calls }: Sources): boolean {
  const made = calls.filter((call) => wasMade(call) && !onlyPrints(call));
  const named = evidence.match(callIds) ?? [];
  if (named.length > 0) return named.every((id) => made.some(({ call_id, ok }) => ok && call_id === id));
  return foundIn(evidence, texts) || made.some((call) => foundIn(evidence, [call.output_head_tail]) && !wasToldToSay(call, evidence));
}

const printers: ReadonlySet<string> = new Set(['echo', 'printf', 'yes', 'seq']);

/** A line that only prints what it is told says nothing about the world; nor does what it was told to say beside other things. */
const onlyPrints = ({ programs = [] }: ToolCall): boolean => programs.length > 0 && programs.every((program) => printers.has(program));
const wasToldToSay = ({ programs = [], input }: ToolCall, quote: string): boolean => {
  const onlyReads = programs.length > 0 && !programs.some((program) => printers.has(program));
  return !onlyReads && foundIn(quote, textsIn(input)); // what `grep TODO` prints was found, not told
};

/** An input as it is written in JSON, and its texts as they are: there their quotes and lines are not escaped. */
const textsIn = (input: Json): readonly string[] => [JSON.stringify(input), ...leavesOf(input)];

const leavesOf = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
};

/**
 * One verdict for each criterion asked about, in their order. A missing one and one whose evidence cannot be found are a fail. Where a model says two
 * things about one criterion, the worse counts.
 */
export function settle(
  asked: readonly Criterion[],
  given: readonly ModelVerdict[],
  found: ReadonlySet<ModelVerdict>,
  plainClass: CriterionVerdict['failure_class'],
): readonly CriterionVerdict[] {
  return asked.map(({ criterion, mode, weight }, at): CriterionVerdict => {
    const about = given.filter((verdict) => verdict.criterion === at || verdict.criterion === criterion);
    const said =
      about.find(({ verdict }) => verdict === 'fail') ??
      about.find((one) => one.verdict === 'pass' && !found.has(one)) ??
      about.find(({ verdict }) => verdict === 'unverifiable') ??
      about[0];
    const head = { criterion, mode, weight } as const;
    if (!said) return { ...head, verdict: 'fail', failure_class: plainClass, evidence: 'the judge gave no verdict on it', by: 'code' };
    const quote = headAndTail(said.evidence).trim() || 'the judge named no evidence';
    if (said.verdict === 'unverifiable') return { ...head, verdict: 'unverifiable', failure_class: null, evidence: quote, by: 'model' };
    if (said.verdict === 'fail')
      return { ...head, verdict: 'fail', failure_class: plainClass ?? said.failure_class, evidence: quote, by: 'model' };
    if (found.has(said)) return { ...head, verdict: 'pass', failure_class: null, evidence: quote, by: 'model' };
    const evidence = `the judge says it passes, but its evidence is nowhere to be found: ${JSON.stringify(said.evidence.slice(0, 200))}`;
    return { ...head, verdict: 'fail', failure_class: plainClass, evidence, by: 'code' };
  });
}
