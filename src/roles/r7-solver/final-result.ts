/** How a task ends, for each way it can: what R7 tells the person. Pure, from what R7 was told. */
import type { FinalResult, Loss, ReplanRequest, Unmet } from '../../contracts/control.ts';
import type { CriterionVerdict } from '../../contracts/criteria.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { SubTaskOutcome } from '../../contracts/execution.ts';
import type { TaskId } from '../../contracts/ids.ts';
import type { TaskSpec } from '../../contracts/intent.ts';
import type { Json } from '../../contracts/json.ts';
import type { PayloadOf } from '../../contracts/messages.ts';
import type { DispatchManifest } from '../../contracts/plan.ts';
import type { ControllerState, Decision } from '../../control/decide.ts';
import type { Hyperparameters } from '../../control/hyperparameters.ts';
import { loss, resourceCost } from '../../control/loss.ts';
import { unsupported } from '../../laws/facts/unsupported.ts';
import type { DeclaredEvidence } from '../../tools/tool.ts';
import { findingsIn } from '../findings.ts';
import { achievedIn, handoffFrom } from '../handoff.ts';
import { sourcesOf } from '../judging/answer/stated-facts.ts';
import { declaredCalls } from '../judging/evidence/declared-call.ts';
import { joinedOutputs, outputText } from '../output-text.ts';
import type { Drafted } from '../role.ts';
import { nothingAsked, openIn, unmetIn } from './unmet.ts';

type Final = Drafted<'FinalResult'>;

/** What R7 knows of a task when it ends it. */
export type Known = {
  readonly task_id: TaskId;
  readonly spec: TaskSpec | undefined;
  readonly state: ControllerState;
  /** Every outcome of the task so far. */
  readonly outcomes: readonly SubTaskOutcome[];
  /** What the last plan handed out. */
  readonly manifest: DispatchManifest | undefined;
  /** The last round that was measured, and what it came to. */
  readonly last: ReplanRequest | undefined;
  readonly loss: Loss | undefined;
  /** What tools say their results show. */
  readonly declared: DeclaredEvidence;
};

type Accepted = { readonly summary: string; readonly output: Json; readonly verdicts: readonly CriterionVerdict[] };

/** Every criterion passed, or all that was wanted was an answer. */
export function accepted(known: Known, decision: Decision, { summary, output, verdicts }: Accepted): Final {
  const grounds = areFactsJudged(verdicts, known) ? { ungrounded: [] } : groundedIn(known, output);
  return { ...measured(known, decision), summary, output, ...grounds, directive: 'accept', reason: 'met' };
}

/** Close enough: delivered with its gaps, each of them named. */
export function closeEnough(known: Known, decision: Decision, request: ReplanRequest): Final {
  const { outcomes, merged_output } = request;
  const unmet = unmetIn(request, known.manifest ?? nothingAsked);
  const output = merged_output ?? (joinedOutputs(outcomes) || outcomes.map((outcome) => outputText(outcome.output)).join('\n\n'));
  return {
    ...measured(known, decision),
    summary: `Close enough. ${openOf(unmet, known)}`,
    output,
    unmet,
    ...(areFactsJudged(request.task_verdicts ?? [], known) ? { ungrounded: [] } : groundedIn(known, output)),
    directive: 'success',
    reason: 'close_enough',
  };
}

/** What is missing, in a sentence or two: what failed, and what plans gave up. */
function openOf(unmet: readonly Unmet[], { manifest }: Known): string {
  const givenUp = new Set(manifest?.amended.map(({ criterion }) => criterion));
  const named = (isGivenUp: boolean) => unmet.flatMap(({ criterion }) => (givenUp.has(criterion) === isGivenUp ? [criterion] : []));
  const [open, dropped] = [named(false), named(true)];
  return [
    ...(open.length > 0 ? [`Still open: ${open.join('; ')}.`] : []),
    ...(dropped.length > 0 ? [`Given up on the way: ${dropped.join('; ')}.`] : []),
  ].join(' ');
}

/** What is handed over, why, and whether code wrote it. */
type GivenUp = PayloadOf<'Handoff'> & { readonly why: string; readonly isByCode: boolean };

/** Given up after a round. What passed its checks is said by code, before the words of whoever wrote the handoff. */
export function abandoned(known: Known, decision: Decision, request: ReplanRequest, handoff: GivenUp): Final {
  const output = told(known, handoff);
  return {
    ...measured(known, decision),
    summary: handoff.why,
    output,
    unmet: unmetIn(request, known.manifest ?? nothingAsked),
    ...groundedIn(known, output, handoff.isByCode ? [output] : []),
    directive: 'abandon',
    reason: decision.reason ?? 'gap',
    next_moves: handoff.next_moves,
    refused: refusals(known.outcomes).length > 0,
  };
}

/** What passed its checks, and then the words of the handoff, unless they begin with it. */
function told({ outcomes }: Known, { partial_result }: Pick<PayloadOf<'Handoff'>, 'partial_result'>): string {
  const achieved = achievedIn(outcomes);
  return partial_result.startsWith(achieved) ? partial_result : [achieved, partial_result].filter((part) => part !== '').join('\n\n');
}

/** Why a task is given up, in words for the person; the numbers are in the loss line. Refusals by law come first (SPEC §5). */
export function whyGivenUp({ state, outcomes }: Known, { reason, failed_criterion }: Decision, p: Hyperparameters): string {
  if (reason === 'refused') return `${refusals(outcomes).join('; ')}. No other way to do it is looked for.`;
  const missing = failed_criterion === null ? '' : `. Still open: ${failed_criterion}`;
  if (reason === 'budget') return `Given up: the time for it is spent${missing}.`;
  if (state.worsening >= p.kill) return `Given up: it got further from the goal round after round${missing}.`;
  return `Given up after ${state.replans + 1} ${state.replans === 0 ? 'round' : 'rounds'}: all that may be tried was tried${missing}.`;
}

const refusals = (outcomes: readonly SubTaskOutcome[]): readonly string[] => [
  ...new Set(outcomes.flatMap(({ refused, failure_reason }) => (refused && failure_reason !== null ? [failure_reason] : []))),
];

export type Cut = Pick<Final, 'summary' | 'reason'> & {
  readonly why: string;
  readonly moves?: readonly string[];
  readonly failure?: ErrorCode;
  readonly elapsedMs: number;
  /** What the planner says was achieved, and what could be done; without it code says so. */
  readonly handoff?: PayloadOf<'Handoff'>;
};

/** The task ends before its round could be measured. What is known of it counts, and nothing that is not known counts as met. */
export function cutShort(known: Known, cut: Cut, p: Hyperparameters): Final {
  const { task_id, state, outcomes, manifest, last } = known;
  const unmet = openIn(manifest, last, outcomes);
  const made = handoffFrom({ why: cut.why, outcomes, unmet, findings: findingsIn(outcomes) });
  const output = cut.handoff?.partial_result ? told(known, cut.handoff) : made.partial_result;
  const next_moves = [...(cut.handoff?.next_moves ?? []), ...made.next_moves];
  const { D, P } = known.loss ?? { D: 1, P: 0.5 };
  const parts = { D, P, Omega: resourceCost({ replans: state.replans, elapsedMs: cut.elapsedMs }, p) };
  const all: Loss = { ...parts, L: loss(parts, p) };
  return {
    task_id,
    summary: [cut.summary, ...refusals(outcomes)].join(' '),
    output,
    unmet,
    ...groundedIn(known, output, cut.handoff?.partial_result ? [] : [output]),
    loss: all,
    grad_l: state.last ? all.L - state.last.L : 0,
    replans: state.replans,
    prev_directive: state.prev_directive,
    directive: 'abandon',
    reason: cut.reason,
    next_moves: cut.failure === undefined ? [...new Set([...(cut.moves ?? []), ...next_moves])].slice(0, 3) : (cut.moves ?? []),
    refused: refusals(outcomes).length > 0,
    failure: cut.failure ?? null,
  };
}

const measured = ({ task_id, state }: Known, { loss: all, grad_l, prev_directive }: Decision) => ({
  task_id,
  unmet: [],
  ungrounded: [],
  loss: all,
  grad_l,
  replans: state.replans,
  prev_directive,
  next_moves: [],
  refused: false,
  failure: null,
});

/** Law 0: what the output states and nothing that was seen or said supports. What code itself said is true. */
function groundedIn(
  { spec, outcomes, manifest, declared }: Known,
  output: Json,
  byCode: readonly string[] = [],
): Pick<FinalResult, 'ungrounded'> {
  if (!spec) return { ungrounded: unsupported(outputText(output), { shown: [], given: byCode }) };
  const calls = outcomes.flatMap(({ tool_calls }) => declaredCalls(tool_calls, declared));
  const { shown, given } = sourcesOf(calls, [], { spec, surroundings: manifest?.surroundings ?? '', now: manifest?.dispatched_at ?? '' });
  return { ungrounded: unsupported(outputText(output), { shown, given: [...given, ...byCode] }) };
}

/** Whether a judge has looked at every fact of the answer: what it derived was computed again, and the rest was found. */
const areFactsJudged = (verdicts: readonly CriterionVerdict[], { outcomes }: Known): boolean =>
  verdicts.some(({ builtin, verdict }) => builtin && verdict === 'pass') &&
  [...verdicts, ...outcomes.flatMap(({ criteria_verdicts }) => criteria_verdicts)].some(
    ({ mode, builtin }) => mode === 'verifiable' && !builtin,
  );
