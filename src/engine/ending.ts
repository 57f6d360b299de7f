/** The end of one task. The first reason to end it counts; the task is over once every effect is answered and everything is on disk. */
import type { FinalResult } from '../contracts/control.ts';
import { ArtooError, asArtooError, type ErrorCode } from '../contracts/errors.ts';
import type { Entry } from '../journal/entry.ts';
import type { MemoryLine } from './lines/memory-line.ts';
import type { Log } from './log.ts';
import type { OpenEffects } from './open-effects.ts';

export type EndingOptions = {
  readonly log: Log;
  readonly effects: OpenEffects;
  readonly memory: MemoryLine;
  /** How long effects may take to stop. */
  readonly graceMs: number;
  /** Something that the loop may be waiting for has changed. */
  readonly wake: () => void;
  /** The loop must stop. */
  readonly onOver: () => void;
};

export class Ending {
  readonly #options: EndingOptions;
  readonly #reached = Promise.withResolvers<FinalResult | undefined>();
  #final: FinalResult | undefined;
  #isOver = false;

  constructor(options: EndingOptions) {
    this.#options = options;
    this.#reached.promise.catch(() => {}); // awaited in `close`
  }

  /** The result that R7 decided on. From then on no handler runs. */
  get final(): FinalResult | undefined {
    return this.#final;
  }

  /** Whether the loop must stop. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the end can no longer change. */
  get isDecided(): boolean {
    return this.#isOver || this.#final !== undefined;
  }

  /** R7 has decided. Its FinalResult is appended once every effect is answered and memories are durable. */
  decide(final: FinalResult): void {
    const { effects, memory, graceMs, wake } = this.#options;
    this.#final = final;
    memory.close();
    effects.close(graceMs).then(wake, (error) => this.fail(error, 'journal_unwritable'));
  }

  /** The end is in the log; undefined for a replay whose tape ends before the task did. */
  reach(result: FinalResult | undefined): void {
    this.#leave(() => this.#reached.resolve(result));
  }

  /** The task cannot be ended properly: what is on disk can be resumed. */
  fail(thrown: unknown, otherwise: ErrorCode): void {
    this.#leave(() => this.#reached.reject(asArtooError(thrown, otherwise)));
  }

  /** The host cannot continue and R7 cannot end the task: journals why. Does nothing while a tape is followed, which has the entry already. */
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

  /**
   * Waits until no part of the task is running any more, writes what remains, and closes the journal. Rejects if the task failed or could not be
   * written.
   */
  async close(publish: (written: readonly Entry[]) => void): Promise<FinalResult | undefined> {
    const { log, effects, graceMs } = this.#options;
    let unwritten: ArtooError | undefined;
    await effects.leave(graceMs);
    try {
      const written = await log.commit();
      await log.sync();
      publish(written);
    } catch (error) {
      unwritten = asArtooError(error, 'journal_unwritable');
    } finally {
      await log.close();
    }
    const result = await this.#reached.promise;
    if (unwritten) throw unwritten;
    return result;
  }
}
