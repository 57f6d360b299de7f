/** What is under way in this process: the turns of agents, and a merge. All of it can be stopped and continued later. */

export type JobsOptions = {
  /** How long the job with this name may take to end by itself once all agents have to wait. */
  readonly graceOf: (name: string) => number;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onFailed: (name: string, error: unknown) => void;
  readonly onEnded: () => void;
};

export class Jobs {
  readonly #options: JobsOptions;
  readonly #jobs = new Map<string, Promise<void>>();
  /** Stops jobs immediately, or after a grace period. */
  #stop = { now: new AbortController(), later: new AbortController() };
  #waitingSince: number | undefined;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#jobs.size;
  }

  has = (name: string): boolean => this.#jobs.has(name);
  names = (): readonly string[] => [...this.#jobs.keys()];

  /** Runs work in the background for an agent, which counts as busy during that time. */
  begin(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    const { graceOf, signal, onFailed, onEnded } = this.#options;
    const stop = AbortSignal.any([signal, (graceOf(name) > 0 ? this.#stop.later : this.#stop.now).signal]);
    const job = work(stop)
      .catch((error) => {
        if (!stop.aborted) onFailed(name, error);
      })
      .finally(() => {
        this.#jobs.delete(name);
        onEnded();
      });
    this.#jobs.set(name, job);
  }

  /** Stops all jobs where they are. */
  async stopAll(): Promise<void> {
    for (const stop of [this.#stop.now, this.#stop.later]) stop.abort();
    await Promise.all(this.#jobs.values());
    this.#stop = { now: new AbortController(), later: new AbortController() };
  }

  /**
   * Lets jobs end, because all agents have to wait. Once those without a grace period have ended, resolves with how many milliseconds remain before
   * the others are stopped.
   */
  async letEnd(): Promise<number> {
    const { graceOf, now } = this.#options;
    this.#waitingSince ??= now();
    this.#stop.now.abort();
    await Promise.all([...this.#jobs].flatMap(([name, job]) => (graceOf(name) > 0 ? [] : [job])));
    this.#stop = { ...this.#stop, now: new AbortController() };
    const left = this.#waitingSince + Math.max(0, ...this.names().map(graceOf)) - now();
    if (left <= 0) await this.stopAll();
    return this.#jobs.size === 0 ? 0 : left;
  }

  /** Called when agents no longer have to wait. */
  proceed(): void {
    this.#waitingSince = undefined;
  }
}
