/** The cap on a task's active time (Law 3). The end of the time comes from outside, like an outcome: it is journaled, and what follows is derived from it. */
import { grownLimit } from '../control/time-budget.ts';
import type { Log } from './log.ts';

export type TimeCapOptions = {
  /** How long the task may work; null for no limit. */
  readonly active_ms: number | null;
  /** Whether the limit is extended when models are slow, because the person did not set it. */
  readonly grows: boolean;
  readonly log: Log;
  /** Something was appended. */
  readonly onUp: () => void;
};

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

export class TimeCap implements Disposable {
  readonly #options: TimeCapOptions;
  /** One timer for the whole task, because a task waits often. It may fire too early, but never too late. */
  #timer: NodeJS.Timeout | undefined;
  /** When the time will be up, while the task waits for effects. */
  #due: number | undefined;
  #isUp = false;

  constructor(options: TimeCapOptions) {
    this.#options = options;
  }

  /** If the time is up, journals this once. */
  look(): void {
    if (this.#left <= 0) this.#ring();
  }

  /** The task starts to wait for effects, which counts as active time. */
  watch(): void {
    if (this.#isUp) return;
    const left = this.#left;
    this.#due = performance.now() + left;
    if (!this.#timer) this.#setTimer(left);
  }

  /** The wait has ended. */
  rest(): void {
    this.#due = undefined;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #setTimer(ms: number): void {
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#due === undefined) return; // the task no longer waits; the next wait sets the timer again
        const left = this.#due - performance.now();
        if (left > 0) this.#setTimer(left);
        else this.#ring();
      },
      Math.min(ms, maxDelayMs),
    );
  }

  /** The alarm was delivered, from this run or an earlier one. */
  onAlarm(): void {
    this.#isUp = true;
  }

  get #left(): number {
    return this.#limit - this.#options.log.tally.activeMs;
  }

  get #limit(): number {
    const { active_ms, grows, log } = this.#options;
    const limit = active_ms ?? Number.POSITIVE_INFINITY;
    return grows ? grownLimit(limit, log.tally.callMs) : limit;
  }

  #ring(): void {
    const { log, onUp } = this.#options;
    if (this.#isUp || !log.isLive) return;
    this.#isUp = true;
    log.give({
      kind: 'alarm',
      code: 'budget_spent',
      detail: `the task has worked for ${Math.round(this.#limit / 1000)} s, which is its limit`,
    });
    onUp();
  }
}
