/** Observers inside one process: a ring of the newest entries for each observer. */
import type { TaskId } from '../contracts/ids.ts';
import type { Lost, Observers, Published, Watch, WatchOptions } from './observers.ts';

const defaultBuffer = 1024;

export function createInProcessObservers<E>(): Observers<E> {
  const watches = new Set<Ring<E>>();
  const dropped = new Map<TaskId, number>();
  const drop = (task_id: TaskId) => dropped.set(task_id, (dropped.get(task_id) ?? 0) + 1);

  function watch({ task_id, buffer = defaultBuffer }: WatchOptions = {}): Watch<E> {
    const ring = new Ring<E>({ task_id, size: Math.max(1, buffer), leave: () => watches.delete(ring), drop });
    watches.add(ring);
    return ring;
  }

  return {
    publish(task_id, entry) {
      if (watches.size === 0) return;
      const item = { task_id, entry };
      for (const ring of watches) ring.offer(item);
    },
    watch,
    dropped: (task_id) => dropped.get(task_id) ?? 0,
    end(task_id) {
      dropped.delete(task_id);
      for (const ring of watches) if (ring.task_id === task_id) ring.end();
    },
    close() {
      for (const ring of watches) ring.end();
    },
  };
}

type RingOptions = {
  readonly task_id: TaskId | undefined;
  readonly size: number;
  /** Stops watching. */
  readonly leave: () => void;
  /** An entry from that task was overwritten before it was read. */
  readonly drop: (task_id: TaskId) => void;
};

/** A fixed number of slots; the oldest entry is overwritten first, so that publishing costs the same however slow the reader is. */
class Ring<E> implements Watch<E> {
  readonly task_id: TaskId | undefined;
  readonly #slots: (Published<E> | undefined)[] = [];
  readonly #size: number;
  readonly #leave: () => void;
  readonly #drop: (task_id: TaskId) => void;
  #first = 0;
  #next = 0;
  #lost = 0;
  #ended = false;
  #reader: ((step: IteratorResult<Published<E> | Lost>) => void) | undefined;

  constructor({ task_id, size, leave, drop }: RingOptions) {
    this.task_id = task_id;
    this.#size = size;
    this.#leave = leave;
    this.#drop = drop;
  }

  offer(item: Published<E>): void {
    if (this.#ended || (this.task_id !== undefined && this.task_id !== item.task_id)) return;
    if (this.#reader) return this.#hand({ done: false, value: item });
    if (this.#next - this.#first === this.#size) {
      const oldest = this.#slots[this.#first % this.#size];
      if (oldest) this.#drop(oldest.task_id);
      this.#first += 1;
      this.#lost += 1;
    }
    this.#slots[this.#next % this.#size] = item;
    this.#next += 1;
  }

  end(): void {
    this.#ended = true;
    this.#leave();
    this.#hand({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<Published<E> | Lost>> {
    if (this.#lost > 0) {
      const lost = this.#lost;
      this.#lost = 0;
      return Promise.resolve({ done: false, value: { lost } });
    }
    const slot = this.#first % this.#size;
    const item = this.#first < this.#next ? this.#slots[slot] : undefined;
    if (item) {
      this.#slots[slot] = undefined;
      this.#first += 1;
      return Promise.resolve({ done: false, value: item });
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<Published<E> | Lost>> {
    this.#first = this.#next;
    this.#lost = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  [Symbol.dispose](): void {
    void this.return();
  }

  #hand(step: IteratorResult<Published<E> | Lost>): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.(step);
  }
}
