/** R7's decision after a round: the loss and its direction, and from these the kind of the next plan, or the end. Pure (SPEC §5, §16). */
import type { Directive, Loss, ReplanRequest } from '../contracts/control.ts';
import type { MeasuredRound } from '../contracts/decisions.ts';
import type { BlockedTarget } from '../contracts/plan.ts';
import { type Blocking, blockedBy } from './blocked-by.ts';
import { failedCalls, failingSubTasks, toolsOf } from './calls.ts';
import { exceeds } from './compare.ts';
import { distance } from './distance.ts';
import { defaults, type Hyperparameters } from './hyperparameters.ts';
import { implausibility } from './implausibility.ts';
import { failureCounts, type JudgedCriterion, judgedCriteria } from './judged-criteria.ts';
import { loss, resourceCost } from './loss.ts';
import { actionState, macroState } from './macro-state.ts';
import { rationale } from './rationale.ts';
import { believable, isDeliverable, isMetAsAmended } from './round-verdicts.ts';

/** What the controller remembers about a task from round to round. */
export type ControllerState = {
  /** The number of directives issued so far. */
  readonly replans: number;
  readonly prev_directive: 'init' | Directive;
  /** Loss and distance of the last round. */
  readonly last: { readonly L: number; readonly D: number } | null;
  /**
   * Rounds in a row that made things worse: both a larger loss and a larger distance, so that neither time nor a change of failure class is enough by
   * itself.
   */
  readonly worsening: number;
  /** Tools used in failing sub-tasks of earlier rounds. */
  readonly failing_tools: readonly string[];
  /** Calls that failed in earlier rounds and have not succeeded since. */
  readonly failed_calls: readonly BlockedTarget[];
};

export const initialState: ControllerState = {
  replans: 0,
  prev_directive: 'init',
  last: null,
  worsening: 0,
  failing_tools: [],
  failed_calls: [],
};

export type Decision = MeasuredRound;

/** The state after a round that missed the goal, and what to do next. */
export function decide(
  state: ControllerState,
  request: ReplanRequest,
  p: Hyperparameters = defaults,
): { state: ControllerState; decision: Decision } {
  const verdicts = believable(request);
  const gap = { D: distance(request.outcomes, verdicts), P: implausibility(request.outcomes, verdicts) };
  const measured = lossOf(gap, state, request.elapsed_ms, p);
  const grad_l = state.last ? measured.L - state.last.L : 0;
  const worse = exceeds(grad_l, p.epsilon) && state.last !== null && exceeds(measured.D, state.last.D);
  const worsening = worse ? state.worsening + 1 : 0;

  const { because, ...choice } = { because: '', ...choose({ state, request, measured, grad_l, worsening }, p) };
  const urgency = urgencyOf(grad_l, p);
  const failed = judgedCriteria(request.outcomes, verdicts).filter((criterion) => criterion.failed);
  const calls = request.outcomes.flatMap(({ tool_calls }) => tool_calls);
  const failing = failingSubTasks(request.outcomes);
  const known: Blocking = {
    failing,
    earlierTools: state.failing_tools,
    failedCalls: failedCalls(state.failed_calls, calls),
    failedThisRound: failedCalls([], calls),
    isLogical: failed.some(({ failureClass }) => failureClass === 'logical'),
  };
  const findings = {
    ...choice,
    loss: measured,
    grad_l,
    urgency,
    prev_directive: state.prev_directive,
    ...blockedBy(choice.macro_state, urgency, known),
    failed_criterion: heaviest(failed),
    failure_class: majority(failed),
  };
  const ends = 'reason' in choice;
  return {
    state: {
      replans: ends ? state.replans : state.replans + 1,
      prev_directive: ends ? state.prev_directive : choice.macro_state,
      last: { L: measured.L, D: measured.D },
      worsening,
      failing_tools: [...new Set([...state.failing_tools, ...toolsOf(failing.flatMap(({ tool_calls }) => tool_calls))])],
      failed_calls: known.failedCalls,
    },
    decision: { ...findings, rationale: rationale(findings, failed.length, because) },
  };
}

/** The end of a task in which every criterion passed: D is 0. */
export function accept(state: ControllerState, elapsedMs: number, p: Hyperparameters = defaults): Decision {
  const measured = lossOf({ D: 0, P: 0.5 }, state, elapsedMs, p);
  const grad_l = state.last ? measured.L - state.last.L : 0;
  const findings = {
    macro_state: 'accept',
    reason: 'met',
    loss: measured,
    grad_l,
    urgency: urgencyOf(grad_l, p),
    prev_directive: state.prev_directive,
    blocked_tools: [],
    blocked_targets: [],
    failed_criterion: null,
    failure_class: 'mixed',
  } as const;
  return { ...findings, rationale: rationale(findings, 0) };
}

function lossOf(gap: { D: number; P: number }, { replans }: ControllerState, elapsedMs: number, p: Hyperparameters): Loss {
  const parts = { ...gap, Omega: resourceCost({ replans, elapsedMs }, p) };
  return { ...parts, L: loss(parts, p) };
}

const urgencyOf = (grad_l: number, { epsilon }: Hyperparameters): Decision['urgency'] =>
  exceeds(grad_l, epsilon) ? 'high' : exceeds(-grad_l, epsilon) ? 'low' : 'normal';

type Round = {
  readonly state: ControllerState;
  readonly request: ReplanRequest;
  readonly measured: Loss;
  readonly grad_l: number;
  readonly worsening: number;
};
type End = {
  readonly macro_state: 'accept' | 'success' | 'abandon';
  readonly reason: NonNullable<Decision['reason']>;
  readonly because: string;
};

/** The table of SPEC §5 with everything that `decide` adds to it; the first match decides. */
function choose(round: Round, p: Hyperparameters): End | { readonly macro_state: Directive } {
  const { state, request, grad_l, worsening } = round;
  const { D, P, Omega } = round.measured;
  const end = (macro_state: End['macro_state'], reason: End['reason'], because: string): End => ({ macro_state, reason, because });
  if (D === 0) return end('accept', 'met', 'every criterion passed');
  if (isMetAsAmended(request)) return end('success', 'close_enough', 'everything passed but what a plan gave up');
  if (request.outcomes.some(({ status, refused }) => status === 'failed' && refused))
    return end('abandon', 'refused', 'an action was refused, and no other way to do it is looked for');
  const hasNoReplans = state.replans >= p.maxReplans;
  const picked = macroState({ D, P, Omega, gradL: grad_l }, p);
  if (picked === 'abandon' && !hasNoReplans) return end('abandon', 'budget', `Ω has reached θ = ${p.theta}`);
  if (picked === 'success' && isDeliverable(request))
    return end('success', 'close_enough', `D is at most δ = ${p.delta}, close enough to deliver with its gaps`);
  if (picked === 'abandon' || hasNoReplans) return end('abandon', 'gap', `no replan is left of ${p.maxReplans}`);
  const worse = worsening === 1 ? 'the round' : `${worsening} rounds in a row`;
  if (worsening >= p.kill) return end('abandon', 'gap', `${worse} made it worse (Law 2)`);
  return { macro_state: picked === 'success' ? actionState({ P, gradL: grad_l }, p) : picked };
}

/** The criterion that adds most to D; the first one if several add the same. */
function heaviest(failed: readonly JudgedCriterion[]): string | null {
  const [first, ...others] = failed;
  if (!first) return null;
  return others.reduce((top, one) => (exceeds(one.weight * one.certainty, top.weight * top.certainty) ? one : top), first).criterion;
}

function majority(failed: readonly JudgedCriterion[]): Decision['failure_class'] {
  const { logical, environmental } = failureCounts(failed);
  if (logical === environmental) return 'mixed';
  return logical > environmental ? 'logical' : 'environmental';
}
