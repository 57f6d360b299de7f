/** The end of one task. The first reason to end it counts; it is over once all that it asked for is answered and everything is on disk. */
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError, asArtooError, type ErrorCode } from '../contracts/errors.ts';
import type { Log, Logged } from './log.ts';
import type { MemoryLine } from './memory-line.ts';
import type { OpenEffects } from './open-effects.ts';

export type EndingOptions = {
  readonly log: Log;
  readonly effects: OpenEffects;
  readonly memory: MemoryLine;
  /** How long effects may take to stop. */
  readonly graceMs: number;
  /** Something that the loop may wait for has changed. */
  readonly wake: () => void;
  /** The loop is to be left. */
  readonly onOver: () => void;
};

export class Ending {
  readonly #options: EndingOptions;
  readonly #reached = Promise.withResolvers<FinalResult | undefined>();
  #final: FinalResult | undefined;
  #isOver = false;

  constructor(options: EndingOptions) {
    this.#options = options;
    this.#reached.promise.catch(() => {}); // seen where the journal is let go
  }

  /** What R7 decided. From then on no handler runs. */
  get final(): FinalResult | undefined {
    return this.#final;
  }

  /** Whether the loop is to be left. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether nothing that is said now can change the end. */
  get isDecided(): boolean {
    return this.#isOver || this.#final !== undefined;
  }

  /** R7 has decided. Its FinalResult is appended when every effect is answered and what is to be remembered is durable. */
  decide(final: FinalResult): void {
    const { effects, memory, graceMs, wake } = this.#options;
    this.#final = final;
    memory.close();
    effects.close(graceMs).then(wake, (error) => this.fail(error, 'journal_unwritable'));
  }

  /** The end is on the record; undefined stands for a replay whose tape ends before the task did. */
  reach(result: FinalResult | undefined): void {
    this.#leave(() => this.#reached.resolve(result));
  }

  /** The task cannot be ended properly: what is on disk can be resumed. */
  fail(thrown: unknown, otherwise: ErrorCode): void {
    this.#leave(() => this.#reached.reject(asArtooError(thrown, otherwise)));
  }

  /** The host cannot go on and R7 cannot end the task: the journal says why. A tape that is followed says so itself. */
  halt(code: ErrorCode, detail: string): void {
    const { log } = this.#options;
    if (this.#isOver || !log.isLive) return;
    try {
      log.give({ kind: 'halt', code, detail: detail.slice(0, 2000) });
      this.fail(new ArtooError(code, detail), code);
    } catch (error) {
      this.fail(error, 'journal_unwritable');
    }
  }

  #leave(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    settle();
    this.#options.memory.close();
    this.#options.onOver();
  }

  /** Waits until nothing of the task runs any more, writes what is left, and lets go of the journal. Rejects as the task failed, or where that was not possible. */
  async letGo(publish: (batch: readonly Logged[]) => void): Promise<FinalResult | undefined> {
    const unsafe = await this.#close(publish);
    const result = await this.#reached.promise;
    if (unsafe) throw unsafe;
    return result;
  }

  async #close(publish: (batch: readonly Logged[]) => void): Promise<ArtooError | undefined> {
    const { log, effects, graceMs } = this.#options;
    await effects.leave(graceMs);
    try {
      const batch = log.commit();
      await log.sync();
      publish(batch);
      return undefined;
    } catch (error) {
      return asArtooError(error, 'journal_unwritable');
    } finally {
      await log.close();
    }
  }
}
