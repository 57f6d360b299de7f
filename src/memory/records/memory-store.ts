/** Where everything about one store is done: reads as it stands, and changes one after the other, many in one batch. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';
import type { Store } from '../../store/store.ts';
import type { StoredMemory } from '../keeper.ts';
import { Batch } from './batch.ts';
import { readState, type StoreState } from './store-state.ts';
import { isCorrupt, readStored } from './stored-memory.ts';

export type MemoryStoreOptions = {
  readonly clock: () => Date;
  /** Hears what a person should know: a memory that cannot be read, sums that were wrong. */
  readonly onNotice: (text: string) => void;
};

type Waiting = { readonly change: (batch: Batch) => void; readonly durable: boolean; readonly done: (error?: unknown) => void };

/** How many changes go into one batch: so many that their cost is that of the batch, so few that nobody waits long. */
const maxAtOnce = 512;

/** From here on times are written in another way, which nothing reads. */
const farthest = Date.parse('+010000-01-01T00:00:00.000Z');

export class MemoryStore {
  readonly store: Store;
  readonly #clock: () => Date;
  readonly #notice: (text: string) => void;
  readonly #told = new Set<string>();
  readonly #queue: Waiting[] = [];
  #state: StoreState;
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(store: Store, { clock, onNotice }: MemoryStoreOptions) {
    this.store = store;
    this.#clock = clock;
    this.#notice = onNotice;
    this.#state = readState(store.get, (text) => this.notify(text));
  }

  get state(): StoreState {
    return this.#state;
  }

  /** The store's time: it never runs backwards. */
  now(): number {
    return Math.max(this.clock(), this.#state.newest);
  }

  clock(): number {
    const ms = this.#clock().getTime();
    if (Number.isFinite(ms) && ms < farthest) return Math.max(0, ms);
    throw new ArtooError(
      'memory_refused',
      Number.isFinite(ms) ? 'the clock is past the year 9999: set it right' : 'the clock gives no time',
    );
  }

  /** What is kept under an id. What cannot be read is told once, and counts as nothing. */
  kept(id: string): StoredMemory | undefined {
    const kept = readStored(this.store.get, id);
    if (!isCorrupt(kept)) return kept;
    this.notify(`a memory cannot be read and is skipped: ${kept.corrupt}`);
    return undefined;
  }

  notify(text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#notice(text);
  }

  /** Makes a change in its turn; resolves with what it gives when that is written. It may be made more than once before it is written; one that throws leaves nothing. */
  change<T>(make: (batch: Batch, now: number) => T, { durable }: { readonly durable: boolean }): Promise<T> {
    if (this.#closed) return Promise.reject(new ArtooError('memory_unavailable', 'the memory is closed'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let made: T;
    this.#queue.push({
      durable,
      change: (batch) => {
        made = make(batch, Math.max(this.now(), batch.state.newest));
      },
      done: (error) => (error === undefined ? resolve(made) : reject(error)),
    });
    this.#working ??= this.#work();
    return promise;
  }

  /** What a change would give, without making it. */
  preview<T>(make: (batch: Batch, now: number) => T): T {
    return make(new Batch(this.store.get, this.#state, this.now()), this.now());
  }

  /** Everything that was taken is written; then the store is let go. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.store.close();
  }

  async #work(): Promise<void> {
    await nextTurn(); // whoever asks for more in the same turn is in the same batch, and whoever has been answered goes on first
    try {
      while (this.#queue.length > 0) await this.#writeSome(this.#queue.splice(0, maxAtOnce));
    } finally {
      this.#working = undefined;
    }
  }

  /** Every change is answered, whatever goes wrong. */
  async #writeSome(waiting: readonly Waiting[]): Promise<void> {
    const { batch, made } = this.#built(waiting);
    if (!batch) return;
    try {
      const changes = batch.changes();
      if (changes.length > 0) await this.store.write(changes, { durable: made.some(({ durable }) => durable) });
      this.#state = batch.state;
      for (const { done } of made) done();
    } catch (error) {
      this.#lookAgain();
      for (const { done } of made) done(error);
    }
    if (batch.inconsistent.size > 0)
      this.notify('sums of the memory did not fit what they were made of; the next dream that comes to them makes them anew');
  }

  /** All changes that can be made, in one batch. One that throws may have begun: the others are made again without it. */
  #built(waiting: readonly Waiting[]): { readonly batch?: Batch; readonly made: readonly Waiting[] } {
    let left = waiting;
    while (left.length > 0) {
      let failed: Waiting | undefined = left[0];
      try {
        const batch = new Batch(this.store.get, this.#state, this.now());
        for (const each of left) {
          failed = each;
          each.change(batch);
        }
        return { batch, made: left };
      } catch (error) {
        failed?.done(error);
        left = left.filter((each) => each !== failed);
      }
    }
    return { made: [] };
  }

  /** A write that failed may be there all the same: what the store says of itself counts. */
  #lookAgain(): void {
    try {
      this.#state = readState(this.store.get, (text) => this.notify(text));
    } catch {
      // it is closed: whoever opens it reads it
    }
  }
}
