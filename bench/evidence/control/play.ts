/** One goal under one arm: rounds of planning, working and judging until it ends. */
import type { ReplanRequest } from '../../../src/contracts/control.ts';
import { type ControllerState, type Decision, initialState } from '../../../src/control/decide.ts';
import { withTimeFor } from '../../../src/control/time-budget.ts';
import { offer } from '../../../src/roles/offer.ts';
import { objectionsTo, type Terms } from '../../../src/roles/r2-planner/admissible.ts';
import { freeze } from '../../../src/roles/r2-planner/frozen.ts';
import type { Plan } from '../../../src/roles/r2-planner/plan.ts';
import type { Arm } from './arms.ts';
import { type Planner, proposed, type Told, toldNothing, usualObedience } from './planner.ts';
import { methodOf, type Planned, planOf, requestOf, spec, type Tried, toolName, toolNumber } from './request.ts';
import {
  attempt,
  canReach,
  classed,
  type FailureClass,
  type Goal,
  isSame,
  judged,
  judgedWhole,
  type Method,
  newWork,
  type Rules,
} from './world.ts';

export type Setting = {
  readonly rules: Rules;
  /** How many rounds a task has. */
  readonly rounds: number;
  /** How often a proposal respects what is blocked. */
  readonly obedience: number;
  /** Whether later plans leave out the parts that passed; otherwise they do them again. */
  readonly leavesOut: boolean;
};

export const usualSetting = (rules: Rules, rounds = 4): Setting => ({ rules, rounds, obedience: usualObedience, leavesOut: false });

export type Ended = {
  readonly rounds: number;
  readonly calls: number;
  /** Delivered, and every criterion is really met. */
  readonly isReached: boolean;
  /** Ended as done, and a criterion is not met. */
  readonly isFalse: boolean;
  /** Delivered with gaps that it names. */
  readonly hasGaps: boolean;
  /** How often a method was tried again although it cannot work for its part. */
  readonly wasted: number;
  readonly rejected: number;
  readonly end: 'done' | 'gaps' | 'given up' | 'killed' | 'no plan';
};

/** A typical model call. */
const callMs = 6_000;
const maxAttempts = 3;
/** As many as R2 may make in one round. */
const maxProposals = 4;

/** What is known about a part between two rounds. */
type History = {
  readonly used: readonly Method[];
  readonly unreachable: readonly Method[];
  readonly wrongTools: readonly number[];
  /** How many criteria passed when a method was used last. */
  readonly passed: ReadonlyMap<string, number>;
  readonly isCloser: boolean;
  readonly isDone: boolean;
  readonly last?: Worked;
};

/** The result of a part in a round, and which of its criteria are really met. */
type Worked = { readonly tried: Tried; readonly met: readonly boolean[] };

const noHistory: History = { used: [], unreachable: [], wrongTools: [], passed: new Map(), isCloser: false, isDone: false };

type Directive = Pick<Decision, 'macro_state' | 'blocked_tools' | 'blocked_targets'>;

export function play(goal: Goal, arm: Arm, planner: Planner, setting: Setting): Ended {
  const { rules } = setting;
  const work = newWork();
  const judgements = new Map<string, number>();
  const failed: Plan[] = [];
  let history: readonly History[] = goal.parts.map(() => noHistory);
  let state: ControllerState = initialState;
  let directive: Directive | null = null;
  let [calls, wasted, rejected] = [1, 0, 0];
  /** Model calls that must follow each other: parts are worked on in parallel. */
  let steps = 1;

  for (let round = 1; ; round += 1) {
    const planned = plan(round);
    if (!planned) return ended(round - 1, 'no plan', false);
    wasted += planned.filter(({ part, method }) => isWaste(part, method)).length;
    const done = planned.map(({ part, method }) => workOn(part, method));
    steps += 2 * Math.max(...done.map(({ tried }) => tried.attempts.length));
    const worked = goal.parts.flatMap((_, part) => done.find(({ tried }) => tried.part === part) ?? history[part]?.last ?? []);
    const isMatched = done.every(({ tried }) => tried.isMatched);
    const isJudgedWhole = isMatched && worked.length > 1;
    if (isJudgedWhole) [calls, steps] = [calls + 1, steps + 1];
    const tried = worked.map(({ tried: each, met }) =>
      isJudgedWhole ? { ...each, whole: met.map((is, at) => judgedWhole(goal, each.part, each.method, at, round, is, rules)) } : each,
    );
    const isMet = worked.every(({ met }) => met.every(Boolean));
    if (isMatched && tried.every(({ whole }) => whole?.every(Boolean) ?? true)) return ended(round, 'done', isMet);
    failed.push(planOf(goal, planned, usedBefore)); // in the words of the plan
    history = tried.map((each, part) => {
      const before = history[part] ?? noHistory;
      const isNew = done.some((one) => one.tried.part === part);
      return isNew || isJudgedWhole
        ? { ...learnt(before, each, isNew), last: { tried: { ...each, isMatched: true }, met: worked[part]?.met ?? [] } }
        : before;
    });
    if (!arm.steering) {
      if (round === setting.rounds) return ended(round, 'given up', isMet);
      continue;
    }
    const p = withTimeFor({ ...arm.steering.constants, maxReplans: setting.rounds - 1 }, callMs);
    const request: ReplanRequest = requestOf(
      goal,
      round,
      isJudgedWhole ? tried : tried.filter(({ part }) => planned.some((each) => each.part === part)),
      steps * callMs,
    );
    const decided = arm.steering.decide(state, request, p);
    ({ state } = decided);
    const { decision } = decided;
    if (decision.macro_state === 'accept') return ended(round, 'done', isMet);
    if (decision.macro_state === 'success') return ended(round, 'gaps', isMet);
    if (decision.macro_state === 'abandon')
      return ended(round, state.worsening >= p.kill && state.replans < p.maxReplans ? 'killed' : 'given up', isMet);
    if (!arm.steering.isSilent) directive = decision;
  }

  function ended(rounds: number, end: Ended['end'], isMet: boolean): Ended {
    const isDelivered = end === 'done' || end === 'gaps';
    const isReached = isDelivered && isMet;
    return { ...{ rounds, calls, wasted, rejected, end, isReached }, isFalse: end === 'done' && !isMet, hasGaps: end === 'gaps' && !isMet };
  }

  function usedBefore(part: number, method: Method): number {
    return (history[part]?.used ?? []).filter((each) => isSame(each, method)).length;
  }

  function isWaste(part: number, method: Method): boolean {
    return usedBefore(part, method) > 0 && !canReach(goal, part, method);
  }

  /** The methods of the next plan; undefined if the validator rejects all that the planner proposes. */
  function plan(round: number): readonly Planned[] | undefined {
    const told = goal.parts.map((_, part) => toldOf(part));
    for (let proposal = 0; proposal < maxProposals; proposal += 1) {
      [calls, steps] = [calls + 1, steps + 1];
      const when = { round, proposal, obedience: setting.obedience };
      const due = goal.parts.flatMap((_, part) => (setting.leavesOut && history[part]?.isDone ? [] : [part]));
      const methods = due.map((part) => ({ part, method: proposed(goal, part, told[part] ?? toldNothing, planner, when, rules) }));
      if (failed.length === 0 || !arm.steering?.isEnforced) return methods; // without a failure, the validator has no objection
      if (objectionsTo(planOf(goal, methods, usedBefore), terms()).length === 0) return methods;
      rejected += 1;
    }
    return undefined;
  }

  /** What the product's plan validator checks a plan against. */
  function terms(): Terms {
    const all = Array.from({ length: rules.tools }, (_, tool) => ({ name: toolName(tool) }));
    const tools = offer(all, directive?.blocked_tools ?? []).map(({ name }) => name);
    const blocked = {
      tools: (directive?.blocked_tools ?? []).filter((name) => !tools.includes(name)),
      targets: directive?.blocked_targets ?? [],
    };
    const frozen = failed[0] ? freeze(failed[0].task_criteria) : null;
    return { spec, tools, blocked, mustNots: [], failed, directive: actionOf(directive), frozen };
  }

  function toldOf(part: number): Told {
    const { used, unreachable, wrongTools, isCloser, isDone } = history[part] ?? noHistory;
    const last = used.at(-1);
    const words = arm.tells ? { unreachable, wrongTools, isCloser } : {};
    const excluded = isDone ? undefined : arm.excludes?.(used, { goal, part });
    const isAsked = directive && !isDone;
    const { tools, targets } = directive && arm.steering?.isEnforced ? terms().blocked : { tools: [], targets: [] };
    return {
      ...{ ...toldNothing, last: arm.tells || arm.steering || arm.excludes || isDone || planner.repeats > 0 ? last : undefined, isDone },
      ...words,
      ...(excluded ? { excluded } : {}),
      change: isAsked ? changes[actionOf(directive) ?? 'refine'] : 'none',
      used,
      blockedTools: tools.map(toolNumber),
      blockedMethods: targets.map(methodOf).flatMap((each) => (each.part === part ? [each.method] : [])),
    };
  }

  /** Up to three attempts at one part, as the fast loop makes them. */
  function workOn(part: number, method: Method): Worked {
    const attempts: Tried['attempts'][number][] = [];
    let met: readonly boolean[] = [];
    let isMatched = false;
    while (!isMatched && attempts.length < maxAttempts) {
      calls += 2;
      const key = `${part}/${method.tool}/${method.target}`;
      const nth = judgements.get(key) ?? 0;
      judgements.set(key, nth + 1);
      const made = attempt(goal, work, part, method, rules);
      ({ met } = made);
      const passes = judged(goal, part, method, nth, met, rules);
      isMatched = passes.every(Boolean);
      attempts.push({ ok: made.ok, passes, cause: isMatched ? null : classed(goal, part, method, nth, made.ok, rules) });
    }
    return { tried: { part, method, attempts, isMatched }, met };
  }
}

const actionOf = (directive: Directive | null): Terms['directive'] => {
  const state = directive?.macro_state;
  return state === undefined || state === 'accept' || state === 'success' || state === 'abandon' ? null : state;
};

const changes = {
  refine: 'same method',
  change_path: 'another target',
  change_approach: 'another tool',
  break_symmetry: 'another tool',
} as const satisfies Record<string, Told['change']>;

/**
 * What a round adds to the history of a part. In words: the target of a failed call is out of reach, and a tool that met no more criteria than before
 * is the wrong tool.
 */
function learnt(before: History, { method, attempts, whole }: Tried, isNew: boolean): History {
  const last = attempts.at(-1);
  const passes = whole ?? last?.passes ?? [];
  const used = isNew ? [...before.used, method] : before.used;
  const key = `${method.tool}/${method.target}`;
  const count = passes.filter(Boolean).length;
  const passed = new Map(before.passed).set(key, count);
  if (passes.every(Boolean)) return { ...before, used, passed, isCloser: false, isDone: true };
  const cause: FailureClass = last?.cause ?? 'logical';
  const isCloser = cause === 'logical' && count > (before.passed.get(key) ?? 0);
  return {
    ...{ used, passed, isCloser, isDone: false },
    unreachable: cause === 'environmental' ? [...before.unreachable, method] : before.unreachable,
    wrongTools: cause === 'logical' && !isCloser ? [...before.wrongTools, method.tool] : before.wrongTools,
  };
}
