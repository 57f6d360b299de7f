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
  /** How often the criterion was put to the judge already since the work was done. */
  readonly again: number;
  /** Where the habits of a judge begin for this case. */
  readonly habit: number;
};

export type Judge = (criterion: AskedCriterion, judging: Judging) => Verdict;

/** What shows a criterion, null when it is not met. One that the plan does not have was added by code: it is met by honest work, and everything that was shown shows it. */
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

/** Evidence as a judge writes it: a quote as it stands, a call by the id that the prompt gives it. */
export function cited(evidence: Evidence, { work, later }: Case, { calls }: Question): string {
  if (typeof evidence === 'string') return evidence;
  const scripted = [...work.flat(), ...(later ? [later] : [])].flatMap((attempt) => attempt.calls.flat()).at(evidence.call);
  return (scripted && shownAs(scripted, calls)?.id) ?? 'no such call';
}

/** The latest call with that tool and that input, one that worked before one that did not. */
function shownAs({ tool, input }: Call, calls: readonly ShownCall[]): ShownCall | undefined {
  const [main = ''] = Object.values(input).map((value) => JSON.stringify(value).slice(1, 60));
  const same = calls.filter((call) => call.tool === tool && call.text.includes(main));
  return same.findLast(worked) ?? same.at(-1);
}

/** Whether it is shown as one that worked. */
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
