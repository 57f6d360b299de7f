/**
 * What steering after rejections gives a team: the same sprints, from the same seeds, steered by the controller, with five cycles for each coder, and with another coder after every rejection. team-world.ts says
 * what is assumed; turns of coders, reviewers and planners are counted alike.
 */
import { type ControllerState, initialState } from '../src/control/decide.ts';
import { steer } from '../src/team/steering/steer.ts';
import { seeded } from './memory-world.ts';
import { report } from './report.ts';
import { type Judged, makeTask, review, split, startWork, type Troubles, turn, type WorldTask } from './team-world.ts';

type Next = 'same_coder' | 'another_coder' | 'planner';
type Cycle = { readonly judged: readonly Judged[]; readonly before: readonly Judged[] | undefined; readonly cycle: number };
/** What follows a rejection; made anew for every claim of a coder. */
type Policy = () => (cycle: Cycle) => Next;

const limits = { maxReviewCycles: 5, reviewHours: 8 };
const minutesPerTurn = 10;

const policies: Readonly<Record<'steered' | 'five cycles' | 'always another coder', Policy>> = {
  steered: () => {
    let state: ControllerState = initialState;
    return ({ judged, before, cycle }) => {
      const isStillPresent = judged.some(({ at, isFailed }) => isFailed && before?.some((each) => each.at === at && each.isFailed));
      const criteria = judged.map((each) => ({
        ...{ criterion: String(each.at), failure_class: each.class },
        verdict: each.isFailed ? ('fail' as const) : ('pass' as const),
      }));
      const steered = steer(state, { criteria, isStillPresent, elapsedMs: cycle * 2 * minutesPerTurn * 60_000 }, limits);
      state = steered.state;
      return steered.next === 'same_coder' || steered.next === 'another_coder' ? steered.next : 'planner';
    };
  },
  'five cycles':
    () =>
    ({ cycle }) =>
      cycle < limits.maxReviewCycles ? 'same_coder' : 'planner',
  'always another coder': () => () => 'another_coder',
};

type Outcome = { readonly turns: number; readonly isFinished: boolean };
type World = { readonly chance: () => number; readonly policy: Policy; readonly troubles: Troubles; readonly skills: readonly number[] };

/** No task gets more turns than these, whatever the policy. */
const maxTurns = 60;
/** A task is split twice at most; then it is given up. */
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

/** The parts of a task that was split, after what the whole had taken. */
function playAll(world: World, parts: readonly WorldTask[], before: number, splits: number): Outcome {
  const outcomes = parts.map((part) => play(world, part, splits));
  return { turns: outcomes.reduce((sum, each) => sum + each.turns, before), isFinished: outcomes.every(({ isFinished }) => isFinished) };
}

type Claim = { readonly turns: number; readonly next: 'merged' | 'another_coder' | 'planner'; readonly isFinished: boolean };

/** One claim of a coder: turns and reviews until it is approved or taken away. What is approved though it is not done counts as not finished. */
function workOn({ chance, troubles, skills }: World, task: WorldTask, coder: number, decide: ReturnType<Policy>): Claim {
  const skill = skills[coder] ?? 0;
  const work = startWork(chance, task, skill, troubles);
  let before: readonly Judged[] | undefined;
  for (let cycle = 1; ; cycle += 1) {
    turn(chance, work, skill);
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

/** All sprints of a world under one policy: turns for each finished task, and how many were finished. */
function simulate(policy: Policy, troubles: Troubles): { readonly turns: number; readonly finished: number } {
  let [turns, finished] = [0, 0];
  for (let sprint = 0; sprint < sprints; sprint += 1) {
    const skillsBy = seeded(sprint + 1);
    const skills = Array.from({ length: 3 }, () => 0.4 + 0.55 * skillsBy());
    for (let at = 0; at < tasksPerSprint; at += 1) {
      const chance = seeded(sprint * 100 + at + 7);
      const outcome = play({ chance, policy, troubles, skills }, makeTask(chance, troubles));
      turns += outcome.turns;
      finished += Number(outcome.isFinished);
    }
  }
  return { turns, finished };
}

const worlds: Readonly<Record<string, Troubles>> = {
  'few troubles': { wrongApproach: 0.1, gap: 0.05, flaky: 0.05, noise: 0.02 },
  'usual troubles': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.05 },
  'wrong approaches': { wrongApproach: 0.9, gap: 0.05, flaky: 0.05, noise: 0.05 },
  'specs with gaps': { wrongApproach: 0.2, gap: 0.5, flaky: 0.05, noise: 0.05 },
  'services that fail': { wrongApproach: 0.2, gap: 0.05, flaky: 0.5, noise: 0.05 },
  'reviewers who err': { wrongApproach: 0.4, gap: 0.15, flaky: 0.1, noise: 0.15 },
};

const share = (finished: number): string => `${((100 * finished) / (sprints * tasksPerSprint)).toFixed(1)} %`;

for (const [world, troubles] of Object.entries(worlds)) {
  const steered = simulate(policies.steered, troubles);
  for (const other of ['five cycles', 'always another coder'] as const) {
    const held = simulate(policies[other], troubles);
    const [figure, against] = [steered.turns / steered.finished, held.turns / held.finished];
    report({
      name: `${world}: turns for a finished task, steered`,
      ...{ figure, unit: `(${share(steered.finished)} finished)`, ratio: figure / against },
      against: `${other} (${share(held.finished)} finished)`,
      ...(other === 'five cycles' ? { aim: '0.8×, and no fewer finished' } : {}),
    });
  }
}
