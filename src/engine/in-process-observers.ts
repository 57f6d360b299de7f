/** Observers inside one process: a ring of the newest entries for each observer. */
import type { TaskId } from '../contracts/ids.ts';
import type { Lost, Observers, Published, Watch, WatchOptions } from './observers.ts';

const defaultBuffer = 1024;

export function createInProcessObservers<E>(): Observers<E> {
  const watches = new Set<Ring<E>>();

  function watch({ task_id, buffer = defaultBuffer }: WatchOptions = {}): Watch<E> {
    const ring = new Ring<E>(task_id, Math.max(1, buffer), () => watches.delete(ring));
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
    end(task_id) {
      for (const ring of watches) if (ring.task_id === task_id) ring.end();
    },
    close() {
      for (const ring of watches) ring.end();
    },
  };
}

/** A fixed number of slots; the oldest is overwritten first, so that publishing costs the same however slow the reader is. */
class Ring<E> implements Watch<E> {
  readonly task_id: TaskId | undefined;
  readonly #slots: (Published<E> | undefined)[] = [];
  readonly #size: number;
  readonly #leave: () => void;
  #first = 0;
  #next = 0;
  #lost = 0;
  #ended = false;
  #reader: ((step: IteratorResult<Published<E> | Lost>) => void) | undefined;

  constructor(task_id: TaskId | undefined, size: number, leave: () => void) {
    this.task_id = task_id;
    this.#size = size;
    this.#leave = leave;
  }

  offer(item: Published<E>): void {
    if (this.#ended || (this.task_id !== undefined && this.task_id !== item.task_id)) return;
    if (this.#reader) return this.#hand({ done: false, value: item });
    if (this.#next - this.#first === this.#size) {
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
