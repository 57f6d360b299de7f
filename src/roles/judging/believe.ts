/** What of a judge's verdicts can be believed: evidence is looked up and weighed, and what does not count is asked about once more (SPEC §4). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Effects, Place } from '../../effects/effects.ts';
import type { ModelRequest } from '../../models/model.ts';
import { askModel } from '../ask-model.ts';
import { askedAgain, type Doubt, Revision } from './ask-again.ts';
import type { Looking } from './check-criteria.ts';
import { weigh } from './evidence/weigh.ts';
import type { Work } from './evidence/work.ts';
import { factsNamed } from './judge-prompt.ts';
import { lookForEvidence } from './look-for-evidence.ts';
import { type ModelVerdict, type Opinion, opinionsOn, verdictOn } from './model-verdicts.ts';
import type { StatedFacts } from './stated-facts.ts';

export type Believing = {
  /** What the judge was asked about, by number. */
  readonly asked: readonly Criterion[];
  /** What it was asked, so that it can be asked again. */
  readonly request: ModelRequest;
  readonly work: Omit<Work, 'inFiles'>;
  readonly facts: StatedFacts;
  /** What a fail plainly comes from. */
  readonly plainClass: CriterionVerdict['failure_class'];
  readonly effects: Effects;
  /** Where the second question stands. */
  readonly again: Place;
  /** How quotes are looked for in files: for the first answer, and for the second. */
  readonly looking: readonly [first: Looking, second: Looking];
};

/** One verdict for each criterion asked about, in their order. */
export async function believe(answer: { readonly verdicts: readonly ModelVerdict[] }, believing: Believing): Promise<readonly CriterionVerdict[]> {
  const { asked, request, plainClass, effects, again, looking } = believing;
  const first = opinionsOn(asked, answer.verdicts);
  const doubts = await doubtsAbout(first, answer.verdicts, believing, looking[0]);
  if (doubts.size === 0) return settled(asked, first, doubts, plainClass);
  const revised = await secondAnswer(effects, again, askedAgain(request, answer, [...doubts.values()]));
  const second = opinionsOn(asked, revised);
  const last = first.map((opinion, at) => (doubts.has(at) ? (second[at] ?? opinion) : opinion));
  const left = await doubtsAbout(last, [...answer.verdicts, ...revised], believing, looking[1]);
  return settled(asked, last, left, plainClass);
}

/** An answer that cannot be read adds nothing: what was doubted stays so. */
async function secondAnswer(effects: Effects, place: Place, request: ModelRequest): Promise<readonly ModelVerdict[]> {
  try {
    return (await askModel(effects, place, request, Revision)).verdicts;
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'answer_unreadable') return [];
    throw error;
  }
}
