/** Which of a judge's verdicts are believed: evidence is looked up and weighed, and the judge is asked once more where it does not count (SPEC §4). */
import type { Criterion, CriterionVerdict } from '../../contracts/criteria.ts';
import { ArtooError } from '../../contracts/errors.ts';
import type { Effects, Place } from '../../effects/effects.ts';
import type { ModelRequest } from '../../models/model.ts';
import { askModel } from '../prompting/ask-model.ts';
import type { StatedFacts, Unsupported } from './answer/stated-facts.ts';
import { askedAgain, type Doubt, Revision } from './ask-again.ts';
import type { Looking } from './check-criteria.ts';
import type { Weighed, Work } from './evidence/work.ts';
import { factsNamed } from './judge-prompt.ts';
import { lookForEvidence } from './look-for-evidence.ts';
import { type ModelVerdict, type Said, saidAbout, settle } from './model-verdicts.ts';

export type Believing = {
  /** What the judge was asked about, by number. */
  readonly asked: readonly Criterion[];
  readonly request: ModelRequest;
  readonly work: Omit<Work, 'inFiles'>;
  readonly facts: StatedFacts;
  /** Claims of the answer that calls contradict, each in a sentence. */
  readonly falseClaims: readonly string[];
  /** The failure class, if it is obvious. */
  readonly plainClass: CriterionVerdict['failure_class'];
  readonly effects: Effects;
  /** The place of the effect that asks the judge again. */
  readonly again: Place;
  /** How quotes are searched for in files, for the judge's first and second answer. */
  readonly looking: readonly [first: Looking, second: Looking];
};

type Verdicts = ReadonlyMap<Criterion, CriterionVerdict>;

/** One verdict for each criterion asked about, in order; and the second answer, if there was one. */
type Believed = { readonly verdicts: Verdicts; readonly revision?: Revision };

export async function believe(answer: { readonly verdicts: readonly ModelVerdict[] }, believing: Believing): Promise<Believed> {
  const { asked, request, effects, again, looking } = believing;
  const first = await weighed(saidAbout(asked, answer.verdicts), answer.verdicts, believing, looking[0]);
  const doubts = doubtsAbout(first, asked);
  if (doubts.length === 0) return { verdicts: verdictsFrom(first, believing) };
  const revision = await secondAnswer(effects, again, askedAgain(request, answer, doubts));
  const second = saidAbout(asked, revision.verdicts);
  const last = first.said.map((said, at) => {
    const doubt = doubts.find((each) => each.at === at);
    return doubt ? withReason(second[at] ?? said, doubt.why) : said;
  });
  const given = [...answer.verdicts, ...revision.verdicts];
  return { verdicts: verdictsFrom(await weighed(last, given, believing, looking[1]), believing), revision };
}

/** If the judge withdraws a pass without a reason, the reason that code gave the judge is used. */
const withReason = (said: Said | undefined, why: string): Said | undefined =>
  said && said.verdict !== 'pass' && said.evidence.length === 0 ? { ...said, evidence: [why] } : said;

/** What the judge said about each criterion, whether its evidence counts, and code's objections to the answer. */
type WeighedAnswer = {
  readonly said: readonly (Said | undefined)[];
  readonly evidence: ReadonlyMap<number, Weighed>;
  readonly objections: readonly string[];
};

async function weighed(
  said: readonly (Said | undefined)[],
  given: readonly ModelVerdict[],
  { asked, work, facts, falseClaims }: Believing,
  looking: Looking,
): Promise<WeighedAnswer> {
  const criteria = asked.map((criterion): Criterion => (criterion.builtin ? { ...criterion, mode: 'plausible' } : criterion)); // code checks the facts of the answer itself
  const evidence = await lookForEvidence(criteria, said, work, looking);
  const unsupported = facts(given.flatMap(({ derived }) => derived));
  return { said, evidence, objections: [...falseClaims, ...whyUnsupported(unsupported)] };
}

/** The passes that do not count, each with every reason. */
function doubtsAbout({ said, evidence, objections }: WeighedAnswer, asked: readonly Criterion[]): readonly Doubt[] {
  return asked.flatMap(({ builtin }, at): readonly Doubt[] => {
    if (said[at]?.verdict !== 'pass') return [];
    const found = evidence.get(at);
    const reasons = [...(found?.counts === false ? [found.why] : []), ...(builtin ? objections : [])];
    return reasons.length === 0 ? [] : [{ at, why: reasons.join('; ') }];
  });
}

const whyUnsupported = ({ unseen, outdated }: Unsupported): readonly string[] => [
  ...(unseen.length === 0
    ? []
    : [`nothing that was seen shows ${factsNamed(unseen)}: each must come from a tool, follow from what was shown, or be left out`]),
  ...(outdated.length === 0
    ? []
    : [`only calls from before a later change show ${factsNamed(outdated)}: each must be shown again, or be described as past`]),
];

/** An unsupported fact or a false claim fails the built-in criterion, whatever the judge cites. */
function verdictsFrom({ said, evidence, objections }: WeighedAnswer, { asked, plainClass }: Believing): Verdicts {
  const settled = new Map<Criterion, CriterionVerdict>();
  for (const [at, verdict] of settle(asked, said, evidence, plainClass).entries()) {
    const isFalse = verdict.builtin && said[at]?.verdict === 'pass' && objections.length > 0;
    const failed = { verdict: 'fail', failure_class: plainClass ?? 'logical', evidence: objections.join('; '), by: 'code' } as const;
    const criterion = asked[at];
    if (criterion) settled.set(criterion, isFalse ? { ...verdict, ...failed } : verdict);
  }
  return settled;
}

/** A second answer that cannot be read changes nothing. */
async function secondAnswer(effects: Effects, place: Place, request: ModelRequest): Promise<Revision> {
  try {
    return await askModel(effects, place, request, Revision);
  } catch (error) {
    if (error instanceof ArtooError && error.code === 'answer_unreadable') return unread;
    throw error;
  }
}

const unread: Revision = { verdicts: [], what_was_wrong: '', what_to_do: '' };
