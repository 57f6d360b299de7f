/** When the Dreamer runs: every five minutes, after each task, on request, and on exit. No task ever waits for it. */
import { type ArtooError, asArtooError, type ErrorCode } from '../../contracts/errors.ts';
import { dreamLedger } from '../../history/cost/dream-ledger.ts';
import type { Caps } from '../../laws/caps.ts';
import type { Distil, DreamOptions, DreamResult } from '../../memory/fading/dreamer.ts';
import type { Model } from '../../models/model.ts';
import { distilWith } from './distil.ts';
import type { MemoryForTasks } from './memory-for-tasks.ts';

export type DreamScheduleOptions = {
  readonly memory: Pick<MemoryForTasks, 'keeper' | 'isUsed'>;
  /** artoo's data folder, where the cost of dreams is recorded. */
  readonly data: string;
  readonly model: Model;
  readonly caps?: Partial<Caps> | undefined;
  readonly onNotice: (text: string) => void;
  /** Called on exit with the number of clusters that are due to become rules, if there are any. */
  readonly onDue?: ((count: number) => void) | undefined;
  readonly everyMs?: number;
  /** How long to wait after a task, so that an exit right after it does not interrupt a dream. */
  readonly restMs?: number;
};

export type RuleMaking = {
  /** Stops the making of rules, even during a call; the next dream does the rest. */
  readonly signal: AbortSignal;
  /** Called when a model is asked for the first rule. */
  readonly onBegin: () => void;
};

/** The errors that come from the memory itself. */
const ofMemory: ReadonlySet<ErrorCode> = new Set([
  'memory_unavailable',
  'memory_unwritable',
  'memory_damaged',
  'memory_too_new',
  'memory_refused',
]);

/** How long an exit may be delayed. */
const maxExitMs = 1_000;

export class DreamSchedule {
  readonly #options: DreamScheduleOptions;
  readonly #stop = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #pause: NodeJS.Timeout | undefined;
  #running = 0;
  /** Stops the making of rules after the call under way. */
  #makingRules: AbortController | undefined;
  #hasReported = false;
  #dreaming: Promise<unknown> | undefined;

  constructor(options: DreamScheduleOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#dream(), options.everyMs ?? 300_000).unref();
  }

  /** A task starts. While one runs, no model is asked for rules. */
  begin(): void {
    this.#running += 1;
    clearTimeout(this.#pause);
    this.#makingRules?.abort();
    this.#makingRules = undefined; // so that the next task does not abort it again
  }

  /** A task ended. */
  end(): void {
    this.#running -= 1;
    if (this.#running === 0 && !this.#stop.signal.aborted)
      this.#pause = setTimeout(() => this.#dream(), this.#options.restMs ?? 1_000).unref();
  }

  /** Makes the rules that are due, while the person watches, and returns their number. No model is asked when none is due. */
  async makeRules({ signal, onBegin }: RuleMaking): Promise<number> {
    clearTimeout(this.#pause);
    const isOver = AbortSignal.any([signal, this.#stop.signal]);
    await this.#dreaming;
    if (this.#running > 0 || isOver.aborted || !this.#options.memory.isUsed) return 0;
    const making = this.#rulesUntil(isOver, onBegin);
    this.#track(making.catch(() => {}));
    return making;
  }

  /** The last dream only forgets and demotes, and the exit does not wait long for it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#pause);
    this.#stop.abort();
    await this.#dreaming;
    const { memory, onDue = () => {} } = this.#options;
    if (!memory.isUsed) return;
    const last = this.#dreamWith({ extent: 'brief' }, this.#stop.signal).then(
      ({ due }) => due > 0 && onDue(due),
      () => {},
    ); // failures were reported when the memory was used; the next dream does the rest
    await Promise.race([last, new Promise((resolve) => setTimeout(resolve, maxExitMs).unref())]);
  }

  #dream(): void {
    if (this.#dreaming || this.#stop.signal.aborted || !this.#options.memory.isUsed) return;
    this.#track(this.#dreamOnce().catch((error) => this.#report(asArtooError(error, 'memory_unavailable'))));
  }

  #track(dreaming: Promise<unknown>): void {
    this.#dreaming = dreaming.finally(() => {
      this.#dreaming = undefined;
    });
  }

  /** Reports why rules could not be made, unless that was stopped. */
  async #dreamWith(options: DreamOptions, stopped: AbortSignal): Promise<DreamResult> {
    const { dream } = await import('../../memory/fading/dreamer.ts'); // loaded as late as the memory itself
    const result = await dream(await this.#options.memory.keeper(), options);
    const { failure } = result;
    if (failure && !stopped.aborted) this.#report(failure);
    return result;
  }

  /** Reports an error once, and only if a person can fix it: tasks report errors of models, and the next dream tries again. */
  #report({ code, message, hint }: ArtooError): void {
    if (this.#hasReported || !ofMemory.has(code)) return;
    this.#hasReported = true;
    this.#options.onNotice(`the memory could not be maintained: ${message}. ${hint}`);
  }

  async #dreamOnce(): Promise<void> {
    const { signal } = this.#stop;
    const distil = this.#running > 0 ? undefined : this.#distilUntil(signal);
    this.#makingRules = new AbortController();
    await this.#dreamWith({ distil, signal: AbortSignal.any([signal, this.#makingRules.signal]) }, signal);
  }

  async #rulesUntil(signal: AbortSignal, onBegin: () => void): Promise<number> {
    const distil = this.#distilUntil(signal);
    let hasStarted = false;
    const announced: Distil = (cluster) => {
      if (!hasStarted) onBegin();
      hasStarted = true;
      return distil(cluster);
    };
    return (await this.#dreamWith({ extent: 'brief', signal, distil: announced }, signal)).promoted;
  }

  #distilUntil(signal: AbortSignal): Distil {
    const { model, caps, data } = this.#options;
    return distilWith({ model, caps, signal, ledger: dreamLedger(data) }).distil;
  }
}
