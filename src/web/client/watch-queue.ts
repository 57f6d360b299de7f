/** What has arrived for one watch and has not been read yet. */

export type WatchQueue<T> = {
  readonly size: number;
  readonly isEnded: boolean;
  put(item: T): void;
  /** Drops the oldest item. */
  shed(): void;
  /** After everything that has arrived, the reader gets the end, or the error. */
  end(error?: Error): void;
  next(): Promise<IteratorResult<T, undefined>>;
};

export function createWatchQueue<T>(): WatchQueue<T> {
  const items: T[] = [];
  let ending: { readonly error?: Error } | undefined;
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  return {
    get size() {
      return items.length;
    },
    get isEnded() {
      return ending !== undefined;
    },
    put(item) {
      items.push(item);
      change();
    },
    shed: () => void items.shift(),
    end(error) {
      ending ??= error ? { error } : {};
      change();
    },
    async next() {
      while (items.length === 0 && !ending) await changed.promise;
      const [value] = items;
      if (items.length > 0) return { done: false, value: items.shift() ?? (value as T) }; // the list is not empty
      if (ending?.error) throw ending.error;
      return { done: true, value: undefined };
    },
  };
}
