/** The result of a task, for each way it can end. Pure. */
import type { Loss, ReplanRequest, Unmet } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { Declined, SubTaskOutcome } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import type { ControllerState, Decision } from '../../control/decide.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import { loss, resourceCost } from '../../control/loss.ts';
import { unsupported } from '../../laws/facts/unsupported.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { declinedIn, mentionedIn } from '../declined.ts';
import { achievedIn, handoffFrom, maxMoves } from '../handoff.ts';
import { withoutLeftAlone } from '../judging/against-refusals.ts';
import { sourcesOf } from '../judging/answer/stated-facts.ts';
import { jsonTextIn } from '../judging/checks/output-conforms.ts';
import { formWords, isOfForm } from '../judging/conforming.ts';
import { declaredCalls } from '../judging/evidence/declared-call.ts';
import { joinedOutputs, outputText } from '../output-text.ts';
import type { Drafted } from '../role.ts';
import { unconfirmedIn } from './unconfirmed.ts';
import { nothingAsked, openIn, unmetIn } from './unmet.ts';

export type Final = Drafted<'FinalResult'>;

/** The facts from which the result of a task is made. */
export type Known = {
  readonly task_id: TaskId;
  readonly spec: TaskSpec | undefined;
  readonly state: ControllerState;
  /** The outcomes of all rounds. */
  readonly outcomes: readonly SubTaskOutcome[];
  /** The manifest of the last plan. */
  readonly manifest: DispatchManifest | undefined;
  /** The criteria in whose place the person asked for something else. */
  readonly dropped: readonly string[];
  /** The last measured round, and its loss. */
  readonly last: ReplanRequest | undefined;
  readonly loss: Loss | undefined;
  readonly declared: DeclaredEvidence;
};

type Accepted = { readonly summary: string; readonly output: Json; readonly verdicts: readonly CriterionVerdict[] };

/** The result if every criterion passed, or the task was a conversation. */
export function accepted(known: Known, decision: Decision, { summary, output, verdicts }: Accepted): Final {
  const ungrounded = areFactsJudged(verdicts, known) ? [] : ungroundedIn(known, output);
  return {
    ...measured(known, decision),
    summary,
    output: formed(output, known),
    ungrounded,
    directive: 'accept',
    reason: 'met',
    ...declinedBeside(output, known),
  };
}

/** What the person declined, beside an answer that may mention it. Words by code are no answer. */
function declinedBeside(output: Json, { outcomes, spec }: Known): Pick<Final, 'declined'> {
  const text = withoutLeftAlone(outputText(output)); // an answer may well say that something was left as it was
  const declined = declinedIn(outcomes.flatMap(({ tool_calls }) => tool_calls)).map((each): Declined => {
    const mentioned = mentionedIn(text, each, spec?.cwd ?? '');
    return mentioned.length === 0 ? each : { ...each, mentioned };
  });
  return declined.length === 0 ? {} : { declined };
}

/** The output; if JSON was demanded, only the JSON. */
const formed = (output: Json, { manifest }: Known): Json =>
  typeof output === 'string' && manifest?.task_criteria.some(isOfForm) ? (jsonTextIn(output) ?? output) : output;

/** The result if the task came close enough: delivered with its gaps, each named. */
export function closeEnough(known: Known, decision: Decision, request: ReplanRequest): Final {
  const { outcomes, merged_output } = request;
  const unmet = unmetIn(request, known.manifest ?? nothingAsked);
  const output = merged_output ?? (joinedOutputs(outcomes) || outcomes.map((outcome) => outputText(outcome.output)).join('\n\n'));
  return {
    ...measured(known, decision),
    summary: openOf(unmet, known) || 'Close enough.',
    output,
    unmet,
    ungrounded: areFactsJudged(request.task_verdicts ?? [], known) ? [] : ungroundedIn(known, output),
    directive: 'success',
    reason: 'close_enough',
    ...declinedBeside(output, known),
  };
}

/** What is missing, in words: the criteria that failed, and those that plans gave up. */
function openOf(unmet: readonly Unmet[], { manifest }: Known): string {
  const givenUp = new Set(manifest?.amended.map(({ criterion }) => criterion));
  const named = (isGivenUp: boolean) => unmet.flatMap(({ criterion }) => (givenUp.has(criterion) === isGivenUp ? [criterion] : []));
  const [open, dropped] = [named(false), named(true)];
  return [
    ...(open.length > 0 ? [`Still open: ${open.join('; ')}.`] : []),
    ...(dropped.length > 0 ? [`Given up on the way: ${dropped.join('; ')}.`] : []),
  ].join(' ');
}

/** `isBare`: code wrote it, and nothing was achieved. */
type GivenUp = PayloadOf<'Handoff'> & { readonly why: string; readonly isByCode: boolean; readonly isBare: boolean };

/** The result if the task is given up after a round. */
export function abandoned(known: Known, decision: Decision, request: ReplanRequest, handoff: GivenUp): Final {
  const told = withAchieved(known, handoff);
  const answer = unconfirmedIn(request);
  const isAlone = handoff.isBare && told === handoff.partial_result;
  const output = answer !== '' && isAlone ? answer : [told, answer].filter((part) => part !== '').join('\n\n');
  return {
    ...measured(known, decision),
    summary: handoff.why,
    output,
    unmet: unmetIn(request, known.manifest ?? nothingAsked),
    ungrounded: ungroundedIn(known, output, handoff.isByCode ? [told] : []),
    directive: 'abandon',
    reason: decision.reason ?? 'gap',
    next_moves: handoff.next_moves,
    refused: refusals(known.outcomes).length > 0,
    ...(isAlone && answer === '' && { bare: true }),
    ...declinedBeside(handoff.isByCode ? answer : [handoff.partial_result, answer].join('\n\n'), known),
  };
}

/** The list of what passed its checks, then the handoff; the handoff alone if it begins with that list. */
function withAchieved({ outcomes }: Known, { partial_result }: PayloadOf<'Handoff'>): string {
  const achieved = achievedIn(outcomes);
  return partial_result.startsWith(achieved) ? partial_result : [achieved, partial_result].filter((part) => part !== '').join('\n\n');
}

/** Why a task is given up, for the person; what is not met is listed beside it, and the numbers are in the loss line. Refusals required by a law come first (SPEC §5). */
export function whyGivenUp({ state, outcomes }: Known, { reason }: Decision, p: Hyperparameters): string {
  if (reason === 'refused') return refusals(outcomes).join('; ');
  if (reason === 'budget') return 'its time is used up';
  if (state.worsening >= p.kill) return 'each plan got further from the goal';
  return state.replans === 0
    ? 'one plan was tried, and it did not reach the goal'
    : `${state.replans + 1} plans were tried, and none reached the goal`;
}

const refusals = (outcomes: readonly SubTaskOutcome[]): readonly string[] => [
  ...new Set(outcomes.flatMap(({ refused, failure_reason }) => (refused && failure_reason !== null ? [failure_reason] : []))),
];

export type Cut = Pick<Final, 'summary' | 'reason'> & {
  readonly moves?: readonly string[];
  readonly failure?: ErrorCode;
  readonly elapsedMs: number;
  /** The handoff by the planner; without it, code writes one. */
  readonly handoff?: PayloadOf<'Handoff'>;
};

/** The result if the task ends before its round could be measured. Nothing unknown counts as met. */
export function cutShort(known: Known, cut: Cut, p: Hyperparameters): Final {
  const { task_id, state, outcomes, manifest, last, dropped } = known;
  const unmet = openIn(manifest, last, outcomes, dropped);
  const made = handoffFrom({ outcomes, unmet });
  const output = cut.handoff?.partial_result ? withAchieved(known, cut.handoff) : made.partial_result;
  const written = cut.handoff?.next_moves ?? [];
  const next_moves = written.length > 1 ? written : [...written, ...made.next_moves];
  const { D, P } = known.loss ?? { D: 1, P: 0.5 };
  const parts = { D, P, Omega: resourceCost({ replans: state.replans, elapsedMs: cut.elapsedMs }, p) };
  const all: Loss = { ...parts, L: loss(parts, p) };
  return {
    task_id,
    summary: [cut.summary, ...refusals(outcomes)].join('; '),
    output,
    unmet,
    ungrounded: ungroundedIn(known, output, cut.handoff?.partial_result ? [] : [output]),
    loss: all,
    grad_l: state.last ? all.L - state.last.L : 0,
    replans: state.replans,
    prev_directive: state.prev_directive,
    directive: 'abandon',
    reason: cut.reason,
    next_moves: [...new Set([...(cut.moves ?? []), ...next_moves])].slice(0, maxMoves),
    refused: refusals(outcomes).length > 0,
    failure: cut.failure ?? null,
    ...(!cut.handoff?.partial_result && achievedIn(outcomes) === '' && { bare: true }),
    ...declinedBeside(cut.handoff?.partial_result ?? '', known),
  };
}

/** The parts that every result has, with nothing open. In the schema's order, so that the result is admitted without being parsed. */
const measured = ({ task_id, state }: Known, { loss: all, grad_l, prev_directive }: Decision): Final => ({
  task_id,
  summary: '',
  output: null,
  unmet: [],
  ungrounded: [],
  loss: all,
  grad_l,
  replans: state.replans,
  prev_directive,
  directive: 'accept',
  reason: 'met',
  next_moves: [],
  refused: false,
  failure: null,
});

/** Law 0: the facts that the output states without support from anything seen or said. Text written by code counts as true. */
function ungroundedIn({ spec, outcomes, manifest, declared }: Known, output: Json, byCode: readonly string[] = []): readonly string[] {
  if (!spec) return unsupported(outputText(output), { shown: [], given: byCode });
  const calls = outcomes.flatMap(({ tool_calls }) => declaredCalls(tool_calls, declared));
  const { surroundings = '', dispatched_at: now = '', task_criteria = [] } = manifest ?? {};
  const { shown, given } = sourcesOf(calls, [], { spec, surroundings, now, form: formWords(task_criteria) });
  return unsupported(outputText(output), { shown, given: [...given, ...byCode] });
}

/** Whether the facts of the answer have already been judged: each was found, or its derivation was computed again. */
const areFactsJudged = (verdicts: readonly CriterionVerdict[], { outcomes }: Known): boolean =>
  verdicts.some(({ builtin, verdict }) => builtin && verdict === 'pass') &&
  [...verdicts, ...outcomes.flatMap(({ criteria_verdicts }) => criteria_verdicts)].some(
    ({ mode, builtin }) => mode === 'verifiable' && !builtin,
  );
