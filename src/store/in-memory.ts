/** A store in memory, for tests and for use without a disk. */
import type { Range, Store } from './store.ts';

export function createInMemoryStore(): Store {
  const values = new Map<string, string>();
  let sorted: string[] | undefined;

  function keysIn({ from, to, limit = -1, reverse = false }: Range): readonly string[] {
    sorted ??= [...values.keys()].sort(byBytes);
    const within = sorted.slice(firstAtLeast(sorted, from), firstAtLeast(sorted, to));
    const ordered = reverse ? within.reverse() : within;
    return limit < 0 ? ordered : ordered.slice(0, limit);
  }

  return {
    get: (key) => values.get(key),
    async *entries(range) {
      yield* keysIn(range).map((key) => [key, values.get(key) ?? ''] as const);
    },
    keys: async (range) => keysIn(range),
    async write(changes) {
      for (const change of changes) {
        const isNew = change.type === 'put' && !values.has(change.key);
        if (change.type === 'put') values.set(change.key, change.value);
        const isGone = change.type !== 'put' && values.delete(change.key);
        if (sorted && (isNew || isGone)) sorted.splice(firstAtLeast(sorted, change.key), isGone ? 1 : 0, ...(isNew ? [change.key] : []));
      }
    },
    erase: async () => {},
    close: async () => {},
  };
}

function firstAtLeast(sorted: readonly string[], key: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byBytes(sorted[middle] ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** UTF-8 order, which differs from JavaScript's string order for characters beyond U+FFFF. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
