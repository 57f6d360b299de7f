/** A lock within this process: many share it at once, or one has it alone. */
export type Gate = {
  /** Resolves once the lock is shared, with the function that releases it. */
  enter(): Promise<() => void>;
  /** Waits for all that share the lock; all that come later wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

export function createGate(): Gate {
  const inside = new Set<Promise<void>>();
  let closed: Promise<void> | undefined;
  return {
    async enter() {
      while (closed) await closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      inside.add(promise);
      return () => {
        inside.delete(promise);
        resolve();
      };
    },
    async alone(work) {
      while (closed) await closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      try {
        await Promise.all(inside);
        return await work();
      } finally {
        closed = undefined;
        resolve();
      }
    },
  };
}
