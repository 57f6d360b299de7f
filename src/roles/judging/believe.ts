/** What of a judge's verdicts can be believed: evidence is looked up and weighed, and what does not count is asked about once more (SPEC §4). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Effects, Place } from '../../effects/effects.ts';
import type { ModelRequest } from '../../models/model.ts';
import { askModel } from '../ask-model.ts';
import { askedAgain, Revision } from './ask-again.ts';
import type { Looking } from './check-criteria.ts';
import { weigh } from './evidence/weigh.ts';
import type { Work } from './evidence/work.ts';
import { factsNamed } from './judge-prompt.ts';
import { lookForEvidence } from './look-for-evidence.ts';
import { type ModelVerdict, type Objection, opinionsOn, verdictOn } from './model-verdicts.ts';
import type { StatedFacts } from './stated-facts.ts';

export type Believing = {
  /** What the judge was asked about, by number. */
  readonly asked: readonly Criterion[];
  /** What it was asked, so that it can be asked again. */
  readonly request: ModelRequest;
  readonly work: Omit<Work, 'inFiles'>;
  /** Files that quotes may stand in besides those that calls touched. */
  readonly files: readonly string[];
  readonly facts: StatedFacts;
  /** What a fail plainly comes from. */
  readonly plainClass: CriterionVerdict['failure_class'];
  readonly effects: Effects;
  /** Where the second question stands. */
  readonly again: Place;
  /** How quotes are looked for in files: for the first answer, and for the second. */
  readonly looking: readonly [first: Looking, second: Looking];
};

type Opinions = ReturnType<typeof opinionsOn>;
type Objections = ReadonlyMap<number, Objection>;

/** One verdict for each criterion asked about, in their order. */
export async function believe(
  answer: { readonly verdicts: readonly ModelVerdict[] },
  believing: Believing,
): Promise<readonly CriterionVerdict[]> {
  const { asked, request, plainClass, effects, again, looking } = believing;
  const first = opinionsOn(asked, answer.verdicts);
  const objections = await objectionsTo(first, answer.verdicts, believing, looking[0]);
  if (objections.size === 0) return settled(asked, first, objections, plainClass);
  const doubts = [...objections].map(([at, { evidence, facts }]) => ({ at, why: [evidence, facts].filter((why) => why).join('; ') }));
  const revised = await secondAnswer(effects, again, askedAgain(request, answer, doubts));
  const second = opinionsOn(asked, revised);
  const last = first.map((opinion, at) => (objections.has(at) ? (second[at] ?? opinion) : opinion));
  const left = await objectionsTo(last, [...answer.verdicts, ...revised], believing, looking[1]);
  return settled(asked, last, left, plainClass);
}

const settled = (
  asked: readonly Criterion[],
  opinions: Opinions,
  objections: Objections,
  plainClass: CriterionVerdict['failure_class'],
): readonly CriterionVerdict[] => asked.map((criterion, at) => verdictOn(criterion, opinions[at], objections.get(at), plainClass));

/** An answer that cannot be read adds nothing: what was objected to stays so. */
async function secondAnswer(effects: Effects, place: Place, request: ModelRequest): Promise<readonly ModelVerdict[]> {
  try {
    return (await askModel(effects, place, request, Revision)).verdicts;
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'answer_unreadable') return [];
    throw error;
  }
}

/** Why passes cannot be believed, by the number of their criterion. */
async function objectionsTo(
  opinions: Opinions,
  said: readonly ModelVerdict[],
  { asked, work, files, facts }: Believing,
  looking: Looking,
): Promise<Objections> {
  const passes = opinions.flatMap((opinion) => (opinion?.verdict === 'pass' ? opinion.evidence : []));
  const inFiles = await lookForEvidence(passes, work, files, looking);
  const isAboutText = asked.every(({ mode, builtin }) => builtin || mode === 'plausible');
  const unshown = facts(said.flatMap(({ derived }) => derived));
  const objections = new Map<number, Objection>();
  for (const [at, criterion] of asked.entries()) {
    const opinion = opinions[at];
    if (opinion?.verdict !== 'pass') continue;
    const weighed = weigh(opinion.evidence, criterion.builtin && isAboutText ? { ...criterion, mode: 'plausible' } : criterion, { ...work, inFiles });
    const objection: Objection = {
      ...(weighed.counts ? {} : { evidence: weighed.why }),
      ...(criterion.builtin && unshown.length > 0 ? { facts: `nothing that was seen shows ${factsNamed(unshown)}: each must come out of a tool, follow from what was shown, or be left out` } : {}),
    };
    if (Object.keys(objection).length > 0) objections.set(at, objection);
  }
  return objections;
}
