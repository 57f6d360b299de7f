/**
 * A made-up world of teams, seeded, for bench/team-steering.ts. What is assumed, and not measured: a coder chooses an approach with its first change; a wrong one leaves some criteria out of reach, however often it is
 * corrected, until the work starts afresh. Within reach, a coder mends each criterion that a review names with the probability of its skill, whatever happened before or, in one world, less likely each time; and now and then it breaks another. A spec with a gap
 * leaves criteria out of every coder's reach until the planner says what was meant. Services that fail take criteria away for some time. A reviewer overlooks some failures and makes some up.
 */

/** How often things are not as they should be. */
export type Troubles = {
  /** Approaches of an unskilled coder that cannot reach the goal; a skilled one chooses better. */
  readonly wrongApproach: number;
  /** Tasks whose spec leaves something open. */
  readonly gap: number;
  /** Tasks that need a service that fails now and then. */
  readonly flaky: number;
  /** Verdicts on a criterion that are the opposite of the truth. */
  readonly noise: number;
  /** How much less likely a coder that failed a criterion is to meet it in its next turn, each time; 0 if every turn is a new chance. */
  readonly repeats?: number;
};

type Criterion = { isMet: boolean; tries: number; readonly needs: 'work' | 'answer' | 'service'; isOutOfReach: boolean };
/** The state of a coder's work on a task. */
type Work = readonly Criterion[];
export type WorldTask = { readonly criteria: number; readonly gaps: ReadonlySet<number>; readonly services: ReadonlySet<number> };
export type Judged = { readonly at: number; readonly isFailed: boolean; readonly class: 'logical' | 'environmental' | null };

/** The two halves of a task that two coders failed; a task with a single criterion stays as it is. */
export function split(task: WorldTask): readonly WorldTask[] {
  if (task.criteria === 1) return [task];
  const half = Math.ceil(task.criteria / 2);
  const part = (from: number, criteria: number): WorldTask => {
    const within = (all: ReadonlySet<number>) => new Set([...all].map((at) => at - from).filter((at) => at >= 0 && at < criteria));
    return { criteria, gaps: within(task.gaps), services: within(task.services) };
  };
  return [part(0, half), part(half, task.criteria - half)];
}

const between = (chance: () => number, least: number, most: number): number => least + Math.floor(chance() * (most - least + 1));

/** A task of 3 to 8 criteria, with its faults. */
export function makeTask(chance: () => number, { gap, flaky }: Troubles): WorldTask {
  const criteria = between(chance, 3, 8);
  const some = (share: number): ReadonlySet<number> =>
    chance() < share ? new Set(Array.from({ length: between(chance, 1, 2) }, () => Math.floor(chance() * criteria))) : new Set();
  return { criteria, gaps: some(gap), services: some(flaky) };
}

/** Work on a task from its beginning, before the first turn. */
export function startWork(chance: () => number, task: WorldTask, skill: number, { wrongApproach }: Troubles): Work {
  const isWrong = chance() < wrongApproach * (1.2 - skill);
  return Array.from(
    { length: task.criteria },
    (_, at): Criterion => ({
      isMet: false,
      tries: 0,
      needs: task.gaps.has(at) ? 'answer' : task.services.has(at) ? 'service' : 'work',
      isOutOfReach: isWrong && chance() < 0.4,
    }),
  );
}

/** One turn of a coder. */
export function turn(chance: () => number, work: Work, skill: number, { repeats = 0 }: Troubles): void {
  for (const each of work) {
    const isUp = each.needs !== 'service' || chance() < 0.5;
    const canBeMet = each.needs !== 'answer' && !each.isOutOfReach && isUp;
    if (!each.isMet && canBeMet && chance() < skill * (1 - repeats) ** each.tries) each.isMet = true;
    else if (each.isMet && chance() < 0.05 * (1 - skill)) each.isMet = false;
    else if (!each.isMet) each.tries += 1;
  }
}

/** One review: what a reviewer believes about each criterion. */
export const review = (chance: () => number, work: Work, { noise }: Troubles): readonly Judged[] =>
  work.map(({ isMet, needs }, at) => {
    const isFailed = chance() < noise ? isMet : !isMet;
    return { at, isFailed, class: isFailed ? (needs === 'service' ? 'environmental' : 'logical') : null };
  });
