/** How a task ends, for each way it can: what R7 tells the person. Pure, from what R7 was told. */
import type { FinalResult, Loss, ReplanRequest } from '../../contracts/control.ts';
import type { Criterion } from '../../contracts/criteria.ts';
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
import { achievedIn, handoffFrom } from '../handoff.ts';
import { joinedOutputs } from '../joined-outputs.ts';
import { outputText } from '../output-text.ts';
import type { Drafted } from '../role.ts';
import { openIn, unmetIn } from './unmet.ts';

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
};

/** Every criterion passed, or all that was wanted was an answer. */
export function accepted(known: Known, decision: Decision, { summary, output }: { summary: string; output: Json }): Final {
  return { ...measured(known, decision), summary, output, ...groundedIn(known, output), directive: 'accept', reason: 'met' };
}

/** Close enough: delivered with its gaps, each of them named. */
export function closeEnough(known: Known, decision: Decision, request: ReplanRequest): Final {
  const { outcomes, merged_output } = request;
  const unmet = unmetIn(request, criteriaOf(known));
  const output = merged_output ?? (joinedOutputs(outcomes) || outcomes.map((outcome) => outputText(outcome.output)).join('\n\n'));
  return {
    ...measured(known, decision),
    summary: `Close enough. Still open: ${unmet.map(({ criterion }) => criterion).join('; ')}.`,
    output,
    unmet,
    ...groundedIn(known, output),
    directive: 'success',
    reason: 'close_enough',
  };
}

/** Given up after a round. What passed its checks is said by code, before the words of whoever wrote the handoff. */
export function abandoned(
  known: Known,
  decision: Decision,
  request: ReplanRequest,
  handoff: PayloadOf<'Handoff'> & { readonly why: string },
): Final {
  const achieved = achievedIn(known.outcomes);
  const output =
    handoff.partial_result === achieved ? achieved : [achieved, handoff.partial_result].filter((part) => part !== '').join('\n\n');
  return {
    ...measured(known, decision),
    summary: handoff.why,
    output,
    unmet: unmetIn(request, criteriaOf(known)),
    ...groundedIn(known, output),
    directive: 'abandon',
    reason: decision.reason ?? 'gap',
    next_moves: handoff.next_moves,
    refused: refusals(known.outcomes).length > 0,
  };
}

/** Why a task is given up, in words for the person; the numbers are in the loss line. Refusals by law come first (SPEC §5). */
export function whyGivenUp({ state, outcomes }: Known, { reason, failed_criterion }: Decision, p: Hyperparameters): string {
  if (reason === 'refused') return `${refusals(outcomes).join('; ')}. No other way to do it is looked for.`;
  const missing = failed_criterion === null ? '' : `. Still open: ${failed_criterion}`;
  if (reason === 'budget') return `Given up: the time for it is spent${missing}.`;
  if (state.worsening >= p.kill) return `Given up: round after round made it worse${missing}.`;
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
};

/** The task ends before its round could be measured. What is known of it counts, and nothing that is not known counts as met. */
export function cutShort(known: Known, cut: Cut, p: Hyperparameters): Final {
  const { task_id, state, outcomes, manifest, last } = known;
  const unmet = openIn(manifest, last, outcomes);
  const { partial_result, next_moves } = handoffFrom({ why: cut.why, outcomes, unmet });
  const { D, P } = known.loss ?? { D: 1, P: 0.5 };
  const parts = { D, P, Omega: resourceCost({ replans: state.replans, elapsedMs: cut.elapsedMs }, p) };
  const all: Loss = { ...parts, L: loss(parts, p) };
  return {
    task_id,
    summary: [cut.summary, ...refusals(outcomes)].join(' '),
    output: partial_result,
    unmet,
    ...groundedIn(known, partial_result, [cut.why]),
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

const criteriaOf = ({ manifest }: Known): readonly Criterion[] => manifest?.task_criteria ?? [];

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
function groundedIn({ spec, outcomes }: Known, output: Json, byCode: readonly string[] = []): Pick<FinalResult, 'ungrounded'> {
  const said = spec ? [spec.raw_input, ...spec.clarifications.map(({ answer }) => answer), spec.data?.excerpt ?? ''] : [];
  const calls = outcomes.flatMap(({ tool_calls }) => tool_calls);
  const shown = calls.map(({ output_head_tail }) => output_head_tail);
  const asked = calls.filter(({ ok }) => ok).map(({ input }) => outputText(input));
  return { ungrounded: unsupported(outputText(output), { shown, given: [...said, ...asked, ...byCode] }) };
}
