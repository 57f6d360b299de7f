/** Planners of different quality: what they believe about methods beforehand, and how far they follow what they are told about earlier rounds. */
import { luckOf } from '../luck.ts';
import { type Goal, isSame, type Method, type Rules, truthOf } from './world.ts';

export type Planner = {
  readonly name: string;
  /** How much of what it believes is true rather than made up, from 0 to 1. */
  readonly insight: number;
  /** How much its choice varies from round to round; if infinite, the choice is random. */
  readonly whim: number;
  /** How often it follows what it is told in words. */
  readonly heed: number;
  /** How often it proposes its last plan again, whatever it is told. */
  readonly repeats: number;
};

export const planners: readonly Planner[] = [
  { name: 'random', insight: 0, whim: Number.POSITIVE_INFINITY, heed: 0.5, repeats: 0 },
  { name: 'greedy', insight: 0.5, whim: 0.1, heed: 0.6, repeats: 0 },
  { name: 'stubborn', insight: 0.5, whim: 0.1, heed: 0.2, repeats: 0.7 },
  { name: 'good', insight: 0.8, whim: 0.1, heed: 0.9, repeats: 0 },
];

/** What a planner is told about one part before it plans again. */
export type Told = {
  readonly last: Method | undefined;
  /** It passed, and stays as it is unless its method is blocked. */
  readonly isDone: boolean;
  /** In words: methods that could not be reached, tools that were wrong, and whether the last method came closer. */
  readonly unreachable: readonly Method[];
  readonly wrongTools: readonly number[];
  readonly isCloser: boolean;
  /** What kind of change is asked for. */
  readonly change: 'none' | 'same method' | 'another target' | 'another tool';
  /** What code will reject. */
  readonly blockedTools: readonly number[];
  readonly blockedMethods: readonly Method[];
  /** The methods used so far. After a plan that was rejected as too similar to a failed one, others are used. */
  readonly used: readonly Method[];
  /** What the arm itself leaves out. */
  readonly excluded: (method: Method) => boolean;
};

export const toldNothing: Told = {
  ...{
    last: undefined,
    isDone: false,
    unreachable: [],
    wrongTools: [],
    isCloser: false,
    change: 'none',
    blockedTools: [],
    blockedMethods: [],
    used: [],
  },
  excluded: () => false,
};

const about = { tool: 1, target: 2, whim: 3, heed: 4, obey: 5, repeat: 6 } as const;

/** How often a proposal keeps to what is blocked. */
export const usualObedience = 0.95;

/** The method that a planner proposes for a part; `proposal` counts those of the round. */
export function proposed(
  goal: Goal,
  part: number,
  told: Told,
  planner: Planner,
  when: { readonly round: number; readonly proposal: number; readonly obedience: number },
  rules: Rules,
): Method {
  const luck = luckOf(goal.seed, 0x517cc1b7, planners.indexOf(planner));
  const { round, proposal, obedience } = when;
  const { last } = told;
  const occasion = [part, round, proposal];
  const all = methodsOf(rules);
  const isBlocked = (method: Method): boolean =>
    told.blockedTools.includes(method.tool) || told.blockedMethods.some((each) => isSame(each, method));
  const obeys = luck(about.obey, ...occasion) < obedience;
  const allowed = some(all, (method) => !told.excluded(method) && !(obeys && isBlocked(method)));
  const mayStay = last !== undefined && allowed.some((method) => isSame(method, last));
  if (told.isDone && mayStay) return last;
  if (mayStay && luck(about.repeat, ...occasion) < planner.repeats) return last;

  const heeds = (...item: readonly number[]): boolean => luck(about.heed, ...occasion, ...item) < planner.heed;
  const asks = told.change !== 'none' && heeds(0);
  if (last && mayStay && (asks ? told.change === 'same method' : told.isCloser && heeds(1))) return last;
  const wants = some(allowed, (method) => !asks || !last || fits(method, last, told.change));
  const isUnused = ({ tool }: Method): boolean => told.used.every((each) => each.tool !== tool);
  const asked = proposal > 0 && obeys && told.change === 'another tool' ? some(wants, isUnused) : wants;
  const avoids = (method: Method): boolean =>
    told.wrongTools.some((tool) => tool === method.tool && heeds(2, tool)) ||
    told.unreachable.some((each) => isSame(each, method) && heeds(3, each.tool, each.target));
  return best(some(asked, (method) => !avoids(method)));

  function best(from: readonly Method[]): Method {
    if (planner.whim === Number.POSITIVE_INFINITY)
      return from[Math.floor(luck(about.whim, ...occasion) * from.length)] ?? { tool: 0, target: 0 };
    const scored = from.map((method) => ({
      method,
      score: belief(method) + planner.whim * gumbel(luck(about.whim, ...occasion, method.tool, method.target)),
    }));
    return scored.reduce((top, each) => (each.score > top.score ? each : top)).method;
  }

  /**
   * How promising tool and target look beforehand: some wrong tools look as good as right ones, and usually nothing is known about targets before
   * they are tried.
   */
  function belief(method: Method): number {
    const { looksRight, reach } = truthOf(goal, part, method);
    const mixed = (insight: number, isPromising: boolean, madeUp: number) => insight * (isPromising ? 1 : 0) + (1 - insight) * madeUp;
    const ofTool = mixed(planner.insight, looksRight, luck(about.tool, part, method.tool));
    return ofTool + mixed(rules.knowsTargets ? planner.insight : 0, reach === 'open', luck(about.target, part, method.target));
  }
}

function fits(method: Method, last: Method, change: Told['change']): boolean {
  if (change === 'same method') return isSame(method, last);
  if (change === 'another target') return method.tool === last.tool && method.target !== last.target;
  return method.tool !== last.tool;
}

/** The elements for which it holds; all of them if it holds for none. */
function some<T>(all: readonly T[], holds: (each: T) => boolean): readonly T[] {
  const left = all.filter(holds);
  return left.length > 0 ? left : all;
}

/** Gumbel noise: with it, the largest score is chosen with a probability in proportion to its exponential. */
const gumbel = (chance: number): number => -Math.log(-Math.log(Math.min(Math.max(chance, 1e-9), 1 - 1e-9)));

const methodsOf = ({ tools, targets }: Rules): readonly Method[] =>
  Array.from({ length: tools * targets }, (_, at) => ({ tool: Math.floor(at / targets), target: at % targets }));
