/** What a judge of the benchmark is: one verdict for one criterion. */
import type { Call, Case, Derivation, Evidence } from '../case.ts';
import type { AskedCriterion, Question, ShownCall } from '../question.ts';

export type Verdict = {
  readonly criterion: number;
  readonly verdict: 'pass' | 'fail';
  readonly failure_class: 'logical' | null;
  readonly evidence: string | readonly string[];
  readonly derived?: readonly Derivation[];
};

export type Judging = {
  readonly role: string;
  readonly about: Case;
  readonly question: Question;
  /** How often the judge has been asked about the criterion since the work was done. */
  readonly again: number;
  /** Which of its habits a judge starts with in this case. */
  readonly habit: number;
};

export type Judge = (criterion: AskedCriterion, judging: Judging) => Verdict;

/**
 * What shows a criterion; null if it is not met. A criterion that is not in the plan was added by code: honest work meets it, and everything that was
 * shown counts as its evidence.
 */
export function truthAbout({ text }: AskedCriterion, { scene, shown, lie, replan, later }: Case): readonly Evidence[] | null {
  const known = [...scene.criteria, ...scene.parts.flatMap(({ criteria }) => criteria)];
  const at = known.findIndex(({ criterion }) => text.startsWith(criterion));
  if (at !== -1) return asList(shown[Math.min(at, shown.length - 1)] ?? null);
  if (later && JSON.stringify(replan).includes(JSON.stringify(text))) return [{ call: -1 }];
  const ofVerifiable = shown.filter((_, place) => known[place]?.mode === 'verifiable');
  return lie ? null : (ofVerifiable.length > 0 ? ofVerifiable : shown).flatMap((evidence) => asList(evidence) ?? []);
}

const asList = (evidence: Case['shown'][number]): readonly Evidence[] | null =>
  evidence === null ? null : typeof evidence === 'object' && 'length' in evidence ? evidence : [evidence];

/** Evidence as a judge writes it: a quote word for word, a call by the id that it has in the prompt. */
export function cited(evidence: Evidence, { work, later }: Case, { calls }: Question): string {
  if (typeof evidence === 'string') return evidence;
  const scripted = [...work.flat(), ...(later ? [later] : [])].flatMap((attempt) => attempt.calls.flat()).at(evidence.call);
  return (scripted && shownAs(scripted, calls)?.id) ?? 'no such call';
}

/** The latest call with that tool and that input; successful calls come first. */
function shownAs({ tool, input }: Call, calls: readonly ShownCall[]): ShownCall | undefined {
  const [main = ''] = Object.values(input).map((value) => JSON.stringify(value).slice(1, 60));
  const same = calls.filter((call) => call.tool === tool && call.text.includes(main));
  return same.findLast(worked) ?? same.at(-1);
}

/** Whether the prompt shows it as successful. */
export const worked = ({ text }: ShownCall): boolean => !/^(?:failed|refused)/m.test(text);

export const fails = ({ number }: AskedCriterion, { lie }: Case): Verdict => ({
  criterion: number,
  verdict: 'fail',
  failure_class: 'logical',
  evidence: lie ?? 'nothing shows it',
});

export const passes = ({ number }: AskedCriterion, evidence: readonly string[], { derived }: Case): Verdict => ({
  criterion: number,
  verdict: 'pass',
  failure_class: null,
  evidence: evidence.length === 1 ? (evidence[0] ?? '') : evidence,
  ...(derived ? { derived } : {}),
});
