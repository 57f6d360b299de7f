/**
 * What steering after rejections gives a team: the same sprints, from the same seeds, steered by the controller, by a more patient one, with five cycles for each coder, and with another coder after every
 * rejection. team-world.ts says what is assumed; turns of coders, reviewers and planners are counted alike.
 */
import { type ControllerState, initialState } from '../src/control/decide.ts';
import { steer } from '../src/team/steering/steer.ts';
import { seeded } from './memory-world.ts';
import { report } from './report.ts';
import { type Judged, makeTask, review, split, startWork, type Troubles, turn, type WorldTask } from './team-world.ts';

type Next = 'same_coder' | 'another_coder' | 'planner';
type Cycle = { readonly judged: readonly Judged[]; readonly before: readonly Judged[] | undefined; readonly cycle: number };
/** Decides what follows a rejection; a new one is made for every claim of a coder. */
type Policy = () => (cycle: Cycle) => Next;

const limits = { maxReviewCycles: 5, reviewHours: 8 };
const minutesPerTurn = 10;

/** What steering says about a rejection, and whether the same criterion failed in the review before. */
function measured(state: ControllerState, { judged, before, cycle }: Cycle) {
  const isStillPresent = judged.some(({ at, isFailed }) => isFailed && before?.some((each) => each.at === at && each.isFailed));
  const criteria = judged.map((each) => ({
    ...{ criterion: String(each.at), failure_class: each.class },
    verdict: each.isFailed ? ('fail' as const) : ('pass' as const),
  }));
  return steer(state, { criteria, isStillPresent, elapsedMs: cycle * 2 * minutesPerTurn * 60_000 }, limits);
}

const policies = {
  steered: () => {
    let state: ControllerState = initialState;
    return (cycle) => {
      const steered = measured(state, cycle);
      state = steered.state;
      return steered.next === 'same_coder' || steered.next === 'another_coder' ? steered.next : 'planner';
    };
  },
  /**
   * Not how artoo steers: here, a task stays with its coder after one worse review, after a failure of the surroundings, and until a second review
   * finds the same failure again.
   */
  'patient steering': () => {
    let [state, stuck]: [ControllerState, number] = [initialState, 0];
    return (cycle) => {
      const { next, ...steered } = measured(state, cycle);
      state = steered.state;
      stuck = next === 'review_stuck' ? stuck + 1 : 0;
      return next === 'review_deadlock' || stuck > 1 ? 'planner' : 'same_coder';
    };
  },
  'five cycles':
    () =>
    ({ cycle }) =>
      cycle < limits.maxReviewCycles ? 'same_coder' : 'planner',
  'always another coder': () => () => 'another_coder',
} as const satisfies Record<string, Policy>;

type Outcome = { readonly turns: number; readonly isFinished: boolean };
type World = { readonly chance: () => number; readonly policy: Policy; readonly troubles: Troubles; readonly skills: readonly number[] };

/** No task gets more turns than this, whatever the policy. */
const maxTurns = 60;
/** A task is split at most twice; after that, it is given up. */
const maxSplits = 2;

/** One task, from its first claim to its merge. The planner, once asked, mostly closes the gaps of its spec; a task that two coders failed, it splits. */
function play(world: World, given: WorldTask, splits = 0): Outcome {
  const { chance, policy, skills } = world;
  const failedBy = new Set<number>();
  let [task, turns, coder] = [given, 0, Math.floor(chance() * skills.length)];
  while (turns < maxTurns) {
    const claim = workOn(world, task, coder, policy());
    turns += claim.turns;
    if (claim.next === 'merged') return { turns, isFinished: claim.isFinished };
    failedBy.add(coder);
    if (claim.next === 'planner') {
      turns += 1;
      if (chance() < 0.8) task = { ...task, gaps: new Set() };
      if (failedBy.size > 1) return splits === maxSplits ? { turns, isFinished: false } : playAll(world, split(task), turns, splits + 1);
    }
    const others = skills.map((_, at) => at).filter((at) => !failedBy.has(at));
    coder = others[Math.floor(chance() * others.length)] ?? Math.floor(chance() * skills.length);
  }
  return { turns, isFinished: false };
}

/** Works on the parts of a task that was split, continuing from the turns that the whole task took. */
function playAll(world: World, parts: readonly WorldTask[], before: number, splits: number): Outcome {
  const outcomes = parts.map((part) => play(world, part, splits));
  return { turns: outcomes.reduce((sum, each) => sum + each.turns, before), isFinished: outcomes.every(({ isFinished }) => isFinished) };
}

type Claim = { readonly turns: number; readonly next: 'merged' | 'another_coder' | 'planner'; readonly isFinished: boolean };

/**
 * One claim of a coder: turns and reviews until it is approved or taken away. Work that is approved although it is not done counts as not finished.
 */
function workOn({ chance, troubles, skills }: World, task: WorldTask, coder: number, decide: ReturnType<Policy>): Claim {
  const skill = skills[coder] ?? 0;
  const work = startWork(chance, task, skill, troubles);
  let before: readonly Judged[] | undefined;
  for (let cycle = 1; ; cycle += 1) {
    turn(chance, work, skill, troubles);
    const judged = review(chance, work, troubles);
    if (judged.every(({ isFailed }) => !isFailed))
      return { turns: 2 * cycle, next: 'merged', isFinished: work.every(({ isMet }) => isMet) };
    const next = decide({ judged, before, cycle });
    if (next !== 'same_coder') return { turns: 2 * cycle, next, isFinished: false };
    before = judged;
  }
}

const sprints = 1_000;
const tasksPerSprint = 6;

type Played = { readonly turns: number; readonly finished: number };

/** Each sprint of a world under one policy: its turns, and how many tasks were finished. */
const simulate = (policy: Policy, troubles: Troubles, from: number): readonly Played[] =>
  Array.from({ length: sprints }, (_, at) => {
    const sprint = from + at;
    const skillsBy = seeded(sprint + 1);
    const skills = Array.from({ length: 3 }, () => 0.4 + 0.55 * skillsBy());
    const outcomes = Array.from({ length: tasksPerSprint }, (_, task) => {
      const chance = seeded(sprint * 100 + task + 7);
      return play({ chance, policy, troubles, skills }, makeTask(chance, troubles));
    });
    return { turns: outcomes.reduce((sum, { turns }) => sum + turns, 0), finished: outcomes.filter(({ isFinished }) => isFinished).length };
  });

const total = (played: readonly Played[]): Played =>
  played.reduce((sum, each) => ({ turns: sum.turns + each.turns, finished: sum.finished + each.finished }), { turns: 0, finished: 0 });
const perTask = ({ turns, finished }: Played): number => turns / finished;

/**
 * The ratio of the turns that a finished task takes, with its 95 % interval: both policies were played with the same sprints, and each sprint is left
 * out once (the jackknife).
 */
function compared(mine: readonly Played[], theirs: readonly Played[]): { readonly ratio: number; readonly within: number } {
  const [all, other] = [total(mine), total(theirs)];
  const ratio = perTask(all) / perTask(other);
  const less = ({ turns, finished }: Played, by: Played | undefined): Played => ({
    turns: turns - (by?.turns ?? 0),
    finished: finished - (by?.finished ?? 0),
  });
  const without = mine.map((each, at) => perTask(less(all, each)) / perTask(less(other, theirs[at])));
  const mean = without.reduce((sum, each) => sum + each, 0) / without.length;
  const spread = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { ratio, within: 1.96 * Math.sqrt(((without.length - 1) / without.length) * spread) };
}

const worlds: Readonly<Record<string, Troubles>> = {
  'few troubles': { wrongApproach: 0.1, gap: 0.05, flaky: 0.05, noise: 0.02 },
  'usual troubles': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.05 },
  'wrong approaches': { wrongApproach: 0.9, gap: 0.05, flaky: 0.05, noise: 0.05 },
  'specs with gaps': { wrongApproach: 0.2, gap: 0.5, flaky: 0.05, noise: 0.05 },
  'services that fail': { wrongApproach: 0.2, gap: 0.05, flaky: 0.5, noise: 0.05 },
  'reviewers who err': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.15 },
  'mistakes repeated, 20 %': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.05, repeats: 0.2 },
  'mistakes repeated, 40 %': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.05, repeats: 0.4 },
  'mistakes repeated, 60 %': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.05, repeats: 0.6 },
};

const share = (played: readonly Played[]): string => `${((100 * total(played).finished) / (sprints * tasksPerSprint)).toFixed(1)} %`;

/** Another thousand sprints from other seeds: BENCH_SEEDS=1000. */
const from = Number(process.env.BENCH_SEEDS ?? 0);

for (const [world, troubles] of Object.entries(worlds)) {
  const held = simulate(policies['five cycles'], troubles, from);
  for (const policy of ['steered', 'patient steering', 'always another coder'] as const) {
    const mine = simulate(policies[policy], troubles, from);
    const { ratio, within } = compared(mine, held);
    report({
      name: `${world}: turns for a finished task, ${policy}`,
      ...{ figure: perTask(total(mine)), unit: `(${share(mine)} finished)`, ratio },
      against: `five cycles, ± ${within.toFixed(2)} (${share(held)} finished)`,
      ...(policy === 'steered' ? { aim: '0.8×, and no fewer finished' } : {}),
    });
  }
}
