/**
 * What agents of other processes would take next. If an agent takes too long to take its work (it rests, hangs, or its program takes no work), it is
 * passed over, so that nothing waits for it.
 */
import { isLockFree } from '../hold-lock.ts';
import type { Action } from './next.ts';

/** How long it may take until work that another process takes shows on the board or has a lock. */
const patienceMs = 3_000;
/** How long an agent is passed over before it is counted on again. */
const passedOverMs = 60_000;

/** An agent, what is left to it, and whether some process is already working on that. */
type Left = { readonly agent: string; readonly what: string; readonly hasBegun?: boolean };

export class LeftToOthers {
  readonly #now: () => number;
  readonly #waits = new Map<string, { readonly what: string; readonly since: number }>();
  readonly #passedOver = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Notes everything that is left to other processes now. Returns whether another agent is passed over from now on, so that decisions must be made
   * again.
   */
  note(left: readonly Left[]): boolean {
    const now = this.#now();
    const waits = left.map(({ agent, what, hasBegun = false }) => {
      const before = this.#waits.get(agent);
      return { agent, what, since: before?.what === what && !hasBegun ? before.since : now };
    });
    const late = waits.filter(({ since }) => now - since >= patienceMs);
    for (const { agent } of late) this.#passedOver.set(agent, now + passedOverMs);
    this.#waits.clear();
    for (const { agent, ...wait } of waits) if (!late.some((each) => each.agent === agent)) this.#waits.set(agent, wait);
    return late.length > 0;
  }

  /** The agents that are not counted on. */
  passedOver = (): readonly string[] => [...this.#passedOver].filter(([, until]) => until > this.#now()).map(([agent]) => agent);

  /** How long until the next agent is passed over; undefined if nothing is left to others. */
  nextMs(): number | undefined {
    const waits = [...this.#waits.values()].map(({ since }) => Math.max(0, since + patienceMs - this.#now()));
    return waits.length === 0 ? undefined : Math.min(...waits);
  }
}

/** What was decided for agents of other processes. */
export function leftToOthers(root: string, actions: readonly Action[], own: ReadonlyMap<string, unknown>): readonly Left[] {
  const left = actions.flatMap((action): readonly Left[] => {
    if (action.do === 'review') return [{ agent: action.reviewer, what: action.task }];
    if (action.do === 'plan') return [{ agent: action.planner, what: action.trigger }];
    if (action.do !== 'claim') return [];
    const { coder: agent, task } = action;
    return [{ agent, what: task, hasBegun: !own.has(agent) && !isLockFree(root, `task-${task}`) }];
  });
  return left.filter(({ agent }) => !own.has(agent));
}
