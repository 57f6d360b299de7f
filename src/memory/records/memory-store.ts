/** The memory in one store: reads see only what has been written; changes are applied one after another, many in one batch. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArtooError } from '../../contracts/errors.ts';
import type { Store } from '../../store/store.ts';
import { type RuleThresholds, usualThresholds } from '../fading/rule-due.ts';
import type { StoredMemory } from '../keeper.ts';
import { Batch } from './batch.ts';
import { readState, type StoreState } from './store-state.ts';
import { isCorrupt, readStored } from './stored-memory.ts';

export type MemoryStoreOptions = {
  readonly clock: () => Date;
  /** Called with a notice for the person: a memory that cannot be read, sums that were wrong. */
  readonly onNotice: (text: string) => void;
  /** If given, the store is the replica of a bus. Called when something waits to be sent. */
  readonly onQueued?: (() => void) | undefined;
  /** When a cluster becomes a rule; the usual thresholds unless given. */
  readonly ruleAt?: RuleThresholds | undefined;
};

type Pending = { readonly change: (batch: Batch) => void; readonly durable: boolean; readonly done: (error?: unknown) => void };

/** The limit on changes in one batch: enough to share its cost, few enough to keep the wait short. */
const maxBatch = 512;

/** From this time on, ISO times have another form, which our schemas refuse. */
const clockLimit = Date.parse('+010000-01-01T00:00:00.000Z');

export class MemoryStore {
  readonly store: Store;
  readonly ruleAt: RuleThresholds;
  readonly #clock: () => Date;
  readonly #onNotice: (text: string) => void;
  readonly #onQueued: (() => void) | undefined;
  readonly #reported = new Set<string>();
  readonly #queue: Pending[] = [];
  #state: StoreState;
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(store: Store, { clock, onNotice, onQueued, ruleAt = usualThresholds }: MemoryStoreOptions) {
    this.store = store;
    this.ruleAt = ruleAt;
    this.#clock = clock;
    this.#onNotice = onNotice;
    this.#onQueued = onQueued;
    this.#state = readState(store.get, (text) => this.notify(text));
  }

  get state(): StoreState {
    return this.#state;
  }

  /** The store's time, which never runs backwards. */
  now(): number {
    return Math.max(this.clock(), this.#state.newest);
  }

  clock(): number {
    const ms = this.#clock().getTime();
    if (Number.isFinite(ms) && ms < clockLimit) return Math.max(0, ms);
    const why = Number.isFinite(ms) ? 'the system clock is past the year 9999; correct it' : 'the system clock gives no valid time';
    throw new ArtooError('memory_refused', why);
  }

  /** The memory with this id, if there is one. A record that cannot be read is reported once and counts as absent. */
  kept(id: string): StoredMemory | undefined {
    const kept = readStored(this.store.get, id);
    if (!isCorrupt(kept)) return kept;
    this.notify(`a memory cannot be read and was skipped: ${kept.corrupt}`);
    return undefined;
  }

  notify(text: string): void {
    if (this.#reported.has(text)) return;
    this.#reported.add(text);
    this.#onNotice(text);
  }

  /** Queues a change and resolves with its result once it is written. `make` may run more than once; if it throws, nothing is written. */
  change<T>(make: (batch: Batch, now: number) => T, durable = false): Promise<T> {
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

  /** Like `change`; once it resolves, the change also survives a power failure. */
  changeDurably<T>(make: (batch: Batch, now: number) => T): Promise<T> {
    return this.change(make, true);
  }

  /** The result that a change would have, without making it. */
  preview<T>(make: (batch: Batch, now: number) => T): T {
    return make(this.#newBatch(), this.now());
  }

  /** Writes everything that is queued, then closes the store. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.store.close();
  }

  async #work(): Promise<void> {
    await nextTurn(); // changes queued in the same turn share a batch, and callers that were just answered run first
    try {
      while (this.#queue.length > 0) await this.#writeSome(this.#queue.splice(0, maxBatch));
    } finally {
      this.#working = undefined;
    }
  }

  /** Writes some of the changes, and settles every one of them, whatever goes wrong. */
  async #writeSome(pending: readonly Pending[]): Promise<void> {
    const { batch, made } = this.#build(pending);
    if (!batch) return;
    try {
      const changes = batch.changes();
      if (changes.length > 0) await this.store.write(changes, { durable: made.some(({ durable }) => durable) });
      this.#state = batch.state;
      for (const { done } of made) done();
      if (batch.hasQueued) this.#onQueued?.();
    } catch (error) {
      this.#reloadState();
      for (const { done } of made) done(error);
    }
    if (batch.inconsistent.size > 0) this.notify('some totals in the memory did not match its memories; a dream will rebuild them');
  }

  /** Whether the store is the replica of a bus. */
  get isReplica(): boolean {
    return this.#onQueued !== undefined;
  }

  #newBatch(): Batch {
    return new Batch(this.store.get, this.#state, this.now(), this.isReplica, this.ruleAt);
  }

  /** A batch of all changes that do not throw. A change that throws may be partly applied, so the others start again without it. */
  #build(pending: readonly Pending[]): { readonly batch?: Batch; readonly made: readonly Pending[] } {
    let left = pending;
    while (left.length > 0) {
      let failed: Pending | undefined = left[0];
      try {
        const batch = this.#newBatch();
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

  /** A failed write may have reached the store, so the state is read again from the store. */
  #reloadState(): void {
    try {
      this.#state = readState(this.store.get, (text) => this.notify(text));
    } catch {
      // the store is closed, and its state will be read when it is opened again
    }
  }
}
