/**
 * A made-up world of goals, seeded: what is true of each method, and what using it leads to. Its rules are in docs/evidence.md; they were written
 * before anything was measured.
 */
import { type Luck, luckOf } from '../luck.ts';

export type Rules = {
  /** A goal has from one to this many parts. */
  readonly parts: number;
  readonly tools: number;
  readonly targets: number;
  /** Tools that are right for a part. */
  readonly rightTools: number;
  /** Wrong tools that a planner takes for right ones beforehand, and criteria that a wrong tool meets. */
  readonly traps: number;
  readonly seeming: number;
  /** Targets that are blocked for every tool, and methods that are blocked on their own; how many of each are only flaky. */
  readonly blockedTargets: number;
  readonly blockedMethods: number;
  readonly flaky: number;
  /** Whether planners can guess beforehand which targets can be reached, as they can for tools. */
  readonly knowsTargets: boolean;
  /** How often one attempt of a right method meets a criterion that is still unmet. */
  readonly skill: number;
  /** Goals that have a part for which no tool is right. */
  readonly impossible: number;
  /** Whether tools and targets fail as such; otherwise every method is right or wrong, open or blocked, by itself. */
  readonly isStructured: boolean;
  /** Verdicts that are the opposite of the truth; whether a judge errs again where it erred before; failure classes that are wrong. */
  readonly noise: number;
  readonly isSticky: boolean;
  readonly wrongClasses: number;
  /** Calls to a target that work change something, in this share of goals. */
  readonly changing: number;
};

export const usual: Rules = {
  ...{
    parts: 3,
    tools: 5,
    targets: 4,
    rightTools: 0.4,
    traps: 0.4,
    seeming: 0.4,
    blockedTargets: 0.25,
    blockedMethods: 0.15,
    flaky: 0.25,
    skill: 0.7,
    impossible: 0.125,
  },
  ...{ knowsTargets: false, isStructured: true, noise: 0.1, isSticky: false, wrongClasses: 0.1, changing: 0.5 },
};

export type Method = { readonly tool: number; readonly target: number };
export const isSame = (a: Method, b: Method): boolean => a.tool === b.tool && a.target === b.target;

type Truth = {
  readonly isRight: boolean;
  readonly looksRight: boolean;
  readonly reach: 'open' | 'flaky' | 'blocked';
  readonly seems: readonly boolean[];
};
type Part = { readonly criteria: number; readonly truths: readonly (readonly Truth[])[] };
export type Goal = { readonly seed: number; readonly parts: readonly Part[]; readonly isChanging: boolean; readonly luck: Luck };

/** One number for each kind of luck, so that no two kinds share one. */
const about = {
  goal: 1,
  tool: 2,
  target: 3,
  method: 4,
  seeming: 5,
  call: 6,
  progress: 7,
  verdict: 8,
  cause: 9,
  whole: 10,
  trap: 11,
} as const;

export function makeGoal(seed: number, rules: Rules): Goal {
  const luck = luckOf(seed);
  const parts = 1 + Math.floor(luck(about.goal, 0) * rules.parts);
  const hopeless = luck(about.goal, 1) < rules.impossible ? Math.floor(luck(about.goal, 2) * parts) : -1;
  return {
    ...{ seed, luck, isChanging: luck(about.goal, 3) < rules.changing },
    parts: Array.from({ length: parts }, (_, part) => makePart(luck, part, part === hopeless, rules)),
  };
}

function makePart(luck: Luck, part: number, isHopeless: boolean, rules: Rules): Part {
  const { tools, targets, rightTools, traps, seeming, blockedTargets, blockedMethods, flaky, isStructured } = rules;
  const criteria = 1 + Math.floor(luck(about.goal, 4, part) * 3);
  const truthOf = (tool: number, target: number): Truth => {
    const own = isStructured ? 0 : 1 + target; // without structure, a tool is drawn again for each target, and a target for each tool
    const isRight = !isHopeless && luck(about.tool, part, tool, own) < rightTools;
    const isBlocked =
      luck(about.target, part, target, isStructured ? 0 : 1 + tool) < blockedTargets ||
      luck(about.method, part, tool, target) < blockedMethods;
    const reach = !isBlocked ? 'open' : luck(about.method, part, tool, target, 1) < flaky ? 'flaky' : 'blocked';
    const never = Math.floor(luck(about.seeming, part, tool, own) * criteria);
    const seems = Array.from({ length: criteria }, (_, at) => at !== never && luck(about.seeming, part, tool, own, 1 + at) < seeming);
    const looksRight = isRight || luck(about.trap, part, tool, own) < traps;
    return { isRight, looksRight, reach, seems };
  };
  return {
    criteria,
    truths: Array.from({ length: tools }, (_, tool) => Array.from({ length: targets }, (_each, target) => truthOf(tool, target))),
  };
}

export function truthOf(goal: Goal, part: number, { tool, target }: Method): Truth {
  const truth = goal.parts[part]?.truths[tool]?.[target];
  if (!truth) throw new Error(`goal ${goal.seed} has no method ${tool}/${target} for part ${part}`);
  return truth;
}

/** Whether a method can ever reach its part. */
export const canReach = (goal: Goal, part: number, method: Method): boolean => {
  const { isRight, reach } = truthOf(goal, part, method);
  return isRight && reach !== 'blocked';
};

/** What has been done for a goal so far: how often each method was tried, and what it has met. */
export type Work = { readonly tries: Map<string, number>; readonly met: Map<string, readonly boolean[]> };
export const newWork = (): Work => ({ tries: new Map(), met: new Map() });

const keyOf = (part: number, { tool, target }: Method): string => `${part}/${tool}/${target}`;

/** One attempt: whether its call worked, and which criteria of the part are really met by what the method has done. */
export function attempt(
  goal: Goal,
  work: Work,
  part: number,
  method: Method,
  rules: Rules,
): { readonly ok: boolean; readonly met: readonly boolean[] } {
  const key = keyOf(part, method);
  const tried = work.tries.get(key) ?? 0;
  work.tries.set(key, tried + 1);
  const { isRight, reach, seems } = truthOf(goal, part, method);
  const before = work.met.get(key) ?? seems.map(() => false);
  const ok = reach === 'open' || (reach === 'flaky' && goal.luck(about.call, part, method.tool, method.target, tried) < 0.5);
  if (!ok) return { ok, met: before };
  const met = isRight
    ? before.map((is, at) => is || goal.luck(about.progress, part, method.tool, method.target, tried, at) < rules.skill)
    : seems;
  work.met.set(key, met);
  return { ok, met };
}

export type FailureClass = 'logical' | 'environmental';

/** What a judge says about each criterion of a part after an attempt. `nth` is how often this method was judged before. */
export function judged(
  goal: Goal,
  part: number,
  method: Method,
  nth: number,
  met: readonly boolean[],
  { noise, isSticky }: Rules,
): readonly boolean[] {
  return met.map((is, at) => {
    const occasion = isSticky ? [0, is ? 1 : 0] : [1, nth];
    return goal.luck(about.verdict, part, method.tool, method.target, at, ...occasion) < noise ? !is : is;
  });
}

/** What is said about the cause of a failure: environmental if the last call failed, logical if it worked, and now and then the opposite. */
export function classed(goal: Goal, part: number, method: Method, nth: number, ok: boolean, { wrongClasses }: Rules): FailureClass {
  const isWrong = goal.luck(about.cause, part, method.tool, method.target, nth) < wrongClasses;
  return ok === isWrong ? 'environmental' : 'logical';
}

/** What a judge of the whole says about one criterion. */
export function judgedWhole(
  goal: Goal,
  part: number,
  method: Method,
  criterion: number,
  round: number,
  isMet: boolean,
  { noise, isSticky }: Rules,
): boolean {
  const occasion = isSticky ? [0, isMet ? 1 : 0] : [1, round];
  return goal.luck(about.whole, part, method.tool, method.target, criterion, ...occasion) < noise ? !isMet : isMet;
}
