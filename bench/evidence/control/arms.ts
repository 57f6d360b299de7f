/** What happens between two rounds, in each arm. */
import type { ReplanRequest } from '../../../src/contracts/control.ts';
import { blockedBy } from '../../../src/control/blocked-by.ts';
import { failedCalls, failingSubTasks } from '../../../src/control/calls.ts';
import { type ControllerState, type Decision, decide } from '../../../src/control/decide.ts';
import { defaults, type Hyperparameters } from '../../../src/control/hyperparameters.ts';
import { canReach, type Goal, type Method } from './world.ts';

/** The methods that have been used for a part, in order. */
type Used = readonly Method[];

/** R7, or R7 without one of its parts. */
export type Steering = {
  readonly constants: Hyperparameters;
  /** Whether the plan validator enforces what the directive blocks; otherwise the planner is only told. */
  readonly isEnforced: boolean;
  /** Whether the planner is told nothing, so that only the end of the task is decided. */
  readonly isSilent?: boolean;
  readonly decide: (state: ControllerState, request: ReplanRequest, p: Hyperparameters) => ReturnType<typeof decide>;
};

export type Arm = {
  readonly name: string;
  /** Whether the planner is told in words what failed. */
  readonly tells: boolean;
  /** Methods that the arm itself leaves out for a part that failed. */
  readonly excludes?: (used: Used, about: { readonly goal: Goal; readonly part: number }) => (method: Method) => boolean;
  readonly steering?: Steering;
};

export const naive: Arm = { name: 'naive retry', tells: false };

const neverTwice: Arm['excludes'] = (used) => (method) => used.some(({ tool, target }) => tool === method.tool && target === method.target);

const baselines: readonly Arm[] = [
  naive,
  { name: 'Reflexion-like retry', tells: true },
  {
    name: 'always another tool',
    tells: false,
    excludes: (used) => (method) => used.some(({ tool }) => tool === method.tool),
  },
  {
    name: 'never the same twice',
    tells: false,
    excludes: neverTwice,
  },
];

export const steeredBy = (name: string, constants: Partial<Hyperparameters> = {}, more: Partial<Steering & Arm> = {}): Arm => {
  const { tells = true, isEnforced = true, isSilent = false, decide: by = decide, excludes } = more;
  return {
    name,
    tells,
    ...(excludes ? { excludes } : {}),
    steering: { constants: { ...defaults, ...constants }, isEnforced, isSilent, decide: by },
  };
};

export const r7 = steeredBy('R7');

/** ∇L is 0 in a first round, so without the previous round it is always 0. */
const withoutGradient: Steering['decide'] = (state, request, p) => {
  const { state: next, decision } = decide({ ...state, last: null }, request, p);
  return { state: next, decision };
};

/** Without classes, P is 0.5 whatever failed. */
const withoutP: Steering['decide'] = (state, request, p) =>
  decide(
    state,
    {
      ...request,
      outcomes: request.outcomes.map((outcome) => ({ ...outcome, criteria_verdicts: outcome.criteria_verdicts.map(unclassed) })),
      ...(request.task_verdicts ? { task_verdicts: request.task_verdicts.map(unclassed) } : {}),
      ...(request.task_checks ? { task_checks: request.task_checks.map(unclassed) } : {}),
    },
    p,
  );

const unclassed = <T extends object>(verdict: T): T & { readonly failure_class: null } => ({ ...verdict, failure_class: null });

/** The directives of normal urgency, whether the loss rose or fell. The kill switch, which also needs the sign, is off in the constants. */
const withoutSign: Steering['decide'] = (state, request, p) => {
  const decided = decide(state, request, p);
  const calls = request.outcomes.flatMap(({ tool_calls }) => tool_calls);
  const known = {
    failing: failingSubTasks(request.outcomes),
    earlierTools: state.failing_tools,
    failedCalls: failedCalls(state.failed_calls, calls),
    failedThisRound: failedCalls([], calls),
    isLogical: decided.decision.failure_class === 'logical',
  };
  const decision: Decision = { ...decided.decision, urgency: 'normal', ...blockedBy(decided.decision.macro_state, 'normal', known) };
  return { ...decided, decision };
};

const ablations: readonly Arm[] = [
  steeredBy('R7 without the gradient', {}, { decide: withoutGradient }),
  steeredBy('R7 without P', {}, { decide: withoutP }),
  steeredBy('R7 without blocked sets', {}, { isEnforced: false }),
  steeredBy('R7 without the kill-switch', { kill: 1_000 }),
  steeredBy('R7 without the sign', { kill: 1_000 }, { decide: withoutSign }),
  steeredBy('R7 without words', {}, { tells: false }),
  steeredBy('R7 without close enough', { delta: 0 }),
];

/**
 * These separate what R7 gains by ending early from what it gains by its directives, and show what it would gain by a rule that it does not have, and
 * the most that any correction could gain.
 */
const mixtures: readonly Arm[] = [
  steeredBy('naive retry, ends as R7 does', {}, { tells: false, isEnforced: false, isSilent: true }),
  steeredBy('Reflexion-like, ends as R7 does', {}, { isEnforced: false, isSilent: true }),
  steeredBy('R7, never the same twice', {}, { excludes: neverTwice }),
  {
    name: 'knows the truth after one round',
    tells: false,
    excludes:
      (used, { goal, part }) =>
      (method) =>
        used.length > 0 && !canReach(goal, part, method),
  },
];

export const allArms: readonly Arm[] = [...baselines, r7, ...ablations, ...mixtures];
