/** When the memory of a machine is result over: every five minutes, after each task, when it is asked for, and on the way out. Never while a task waits for it. */
import { asArtooError } from '../../contracts/errors.ts';
import { dreamLedger } from '../../history/cost/dream-ledger.ts';
import type { Caps } from '../../laws/caps.ts';
import type { Distil, DreamOptions, DreamResult } from '../../memory/fading/dreamer.ts';
import type { Model } from '../../models/model.ts';
import { distilWith } from './distil.ts';
import type { MemoryForTasks } from './memory-for-tasks.ts';

export type DreamScheduleOptions = {
  readonly memory: Pick<MemoryForTasks, 'keeper' | 'isUsed'>;
  /** artoo's data folder, where what dreams cost is written down. */
  readonly data: string;
  readonly model: Model;
  readonly caps?: Partial<Caps> | undefined;
  readonly onNotice: (text: string) => void;
  /** Hears on the way out how many clusters wait to be made a rule of. */
  readonly onDue?: ((count: number) => void) | undefined;
  readonly everyMs?: number;
  /** How long after a task it waits, so that whoever leaves then does not begin what they would break off. */
  readonly restMs?: number;
};

export type RuleMaking = {
  /** Ends it, also in the middle of a call; what is not done then is done the next time. */
  readonly signal: AbortSignal;
  /** Hears when a model is asked for the first rule. */
  readonly onBegin: () => void;
};

/** How long whoever leaves may be held up. */
const lastMs = 1_000;

export class DreamSchedule {
  readonly #options: DreamScheduleOptions;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #rest: NodeJS.Timeout | undefined;
  #running = 0;
  /** Ends the making of rules, after the call that is under way. */
  #ruling: AbortController | undefined;
  #dreaming: Promise<unknown> | undefined;

  constructor(options: DreamScheduleOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#dream(), options.everyMs ?? 300_000).unref();
  }

  /** A task begins: as long as one runs, no model is asked for rules. */
  begin(): void {
    this.#running += 1;
    clearTimeout(this.#rest);
    this.#ruling?.abort();
  }

  /** A task is over. */
  end(): void {
    this.#running -= 1;
    if (this.#running === 0 && !this.#stop.signal.aborted)
      this.#rest = setTimeout(() => this.#dream(), this.#options.restMs ?? 1_000).unref();
  }

  /** Makes the rules that are due now, while somebody looks on, and tells how many. Where none is due, no model is asked. */
  async makeRules({ signal, onBegin }: RuleMaking): Promise<number> {
    clearTimeout(this.#rest);
    const isOver = AbortSignal.any([signal, this.#stop.signal]);
    await this.#dreaming;
    if (this.#running > 0 || isOver.aborted || !this.#options.memory.isUsed) return 0;
    const making = this.#rulesUntil(isOver, onBegin);
    this.#dreaming = making
      .catch(() => {})
      .finally(() => {
        this.#dreaming = undefined;
      });
    return making;
  }

  /** The last one only forgets and demotes, and is not waited for long. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#rest);
    this.#stop.abort();
    await this.#dreaming;
    const { memory, onDue = () => {} } = this.#options;
    if (!memory.isUsed) return;
    const last = this.#dreamWith({ extent: 'brief' }).then(
      ({ due }) => due > 0 && onDue(due),
      () => {},
    ); // whoever used it was told; the next dream does what this one did not
    await Promise.race([last, new Promise((resolve) => setTimeout(resolve, lastMs).unref())]);
  }

  #dream(): void {
    if (this.#dreaming || this.#stop.signal.aborted || !this.#options.memory.isUsed) return;
    this.#dreaming = this.#dreamOnce()
      .catch((error) => this.#options.onNotice(told(error)))
      .finally(() => {
        this.#dreaming = undefined;
      });
  }

  async #dreamWith(options: DreamOptions): Promise<DreamResult> {
    const { dream } = await import('../../memory/fading/dreamer.ts'); // as late as the memory itself
    return dream(await this.#options.memory.keeper(), options);
  }

  async #dreamOnce(): Promise<void> {
    const { signal } = this.#stop;
    const distil = this.#running > 0 ? undefined : this.#distilUntil(signal);
    this.#ruling = new AbortController();
    const result = await this.#dreamWith({ distil, signal: AbortSignal.any([signal, this.#ruling.signal]) });
    this.#tellFailure(result, signal);
  }

  async #rulesUntil(signal: AbortSignal, onBegin: () => void): Promise<number> {
    const distil = this.#distilUntil(signal);
    let hasBegun = false;
    const result = await this.#dreamWith({
      extent: 'brief',
      signal,
      distil(cluster) {
        if (!hasBegun) onBegin();
        hasBegun = true;
        return distil(cluster);
      },
    });
    this.#tellFailure(result, signal);
    return result.promoted;
  }

  #distilUntil(signal: AbortSignal): Distil {
    const { model, caps, data } = this.#options;
    return distilWith({ model, caps, signal, ledger: dreamLedger(data) }).distil;
  }

  #tellFailure({ failure }: DreamResult, signal: AbortSignal): void {
    if (failure && !signal.aborted && failure.code !== 'model_unset') this.#options.onNotice(told(failure));
  }
}

const told = (error: unknown): string => `the memory could not be result over: ${asArtooError(error, 'memory_unavailable').message}`;
