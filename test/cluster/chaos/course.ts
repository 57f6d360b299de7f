/** What hosts report about a task: its progress, which host has it, and when it has ended. */

export class Course {
  /** The host that reported the latest entry. */
  owner = 0;
  /** What hosts reported besides entries. */
  readonly told: string[] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #began = performance.now();
  #isOver = false;
  #progress = 0;
  #wake = () => {};

  constructor() {
    this.#ended.promise.catch(() => {}); // reported where it is awaited
  }

  /** Resolves when a host reports that the task has ended; rejects when one fails. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  hear(host: number, message: Readonly<Record<string, unknown>>): void {
    if (typeof message.seq === 'number') {
      this.owner = host;
      this.#progress = Math.max(this.#progress, message.seq);
    } else this.told.push(`${Math.round(performance.now() - this.#began)} ms, host ${host}: ${JSON.stringify(message)}`);
    this.#isOver ||= 'ended' in message || 'failed' in message;
    if ('ended' in message) this.#ended.resolve();
    if ('failed' in message) this.#ended.reject(new Error(`host ${host} failed: ${message.failed}`));
    this.#wake();
  }

  /** Resolves with true once the task has that entry, or with false if the task ends before. */
  async reached(seq: number): Promise<boolean> {
    while (this.#progress < seq && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#progress >= seq;
  }
}
