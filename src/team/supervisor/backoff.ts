/** Agents that wait before they try again: longer after each failure, and for good after too many. */
import type { TurnEnd } from '../runners/runner.ts';

const firstMs = 5_000;
const longestMs = 300_000;
/** How many failures within `longestMs` stop an agent. */
const maxFailures = 3;
const againMs = 2_000;
/** How often within `longestMs` an agent may begin again before that counts as failing, because it makes no progress. */
const maxAgain = 10;

type Record = {
  readonly failures: readonly number[];
  readonly agains: readonly number[];
  readonly races: number;
  readonly until: number;
  /** Why the agent last failed. */
  readonly why: string;
};
const fresh: Record = { failures: [], agains: [], races: 0, until: 0, why: '' };

export class Backoff {
  readonly #now: () => number;
  readonly #records = new Map<string, Record>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes what the end of a turn means for the next one. */
  noteEnd(agent: string, { end, detail }: TurnEnd): void {
    if (end === 'failed') this.failed(agent, detail);
    else if (end === 'again') this.#again(agent);
    else if (end === 'lost') this.#records.set(agent, { ...fresh, until: this.#now() + againMs });
    else this.#records.delete(agent);
  }

  failed(agent: string, why: string): void {
    const now = this.#now();
    const { failures: before, agains } = this.#records.get(agent) ?? fresh;
    const failures = this.#lately(before);
    this.#records.set(agent, { ...fresh, agains, failures, why, until: now + Math.min(longestMs, firstMs * 2 ** (failures.length - 1)) });
  }

  #again(agent: string): void {
    const { failures, agains: before } = this.#records.get(agent) ?? fresh;
    const agains = this.#lately(before);
    this.#records.set(agent, { ...fresh, failures, agains, until: this.#now() + againMs });
    if (agains.length > maxAgain) this.failed(agent, 'it keeps starting over');
  }

  /** The times that still count, and the current time. */
  #lately(times: readonly number[]): readonly number[] {
    const now = this.#now();
    return [...times.filter((at) => now - at < longestMs), now];
  }

  /** Lets an agent that is not at fault try again later, as often as needed. */
  rest(agent: string): void {
    this.#records.set(agent, { ...fresh, until: this.#now() + firstMs });
  }

  /** Called if another agent got the task first. */
  lostRace(agent: string, random: () => number = Math.random): void {
    const { races } = this.#records.get(agent) ?? fresh;
    this.#records.set(agent, { ...fresh, races: races + 1, until: this.#now() + 1_000 + random() * 4_000 });
  }

  isResting = (agent: string): boolean => this.#isStopped(agent) || (this.#records.get(agent)?.until ?? 0) > this.#now();

  names = (): readonly string[] => [...this.#records.keys()].filter(this.isResting);

  /** Agents that failed too often in a row, with the reason. */
  stopped = (): readonly { readonly agent: string; readonly why: string }[] =>
    [...this.#records]
      .filter(([agent]) => this.#isStopped(agent))
      .map(([agent, { races, why }]) => ({
        agent,
        why:
          races >= maxFailures
            ? `it failed to claim the free task ${maxFailures} times in a row`
            : `${maxFailures} of its turns failed within ${longestMs / 60_000} minutes${why === '' ? '' : `, the last because ${why.split(';', 1)[0]}`}`,
      }));

  /** How long until the next agent may try again; undefined if none is waiting. */
  nextMs(): number | undefined {
    const now = this.#now();
    const waits = [...this.#records]
      .filter(([agent, { until }]) => !this.#isStopped(agent) && until > now)
      .map(([, { until }]) => until - now);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  #isStopped(agent: string): boolean {
    const { failures, races } = this.#records.get(agent) ?? fresh;
    return failures.length >= maxFailures || races >= maxFailures;
  }
}
