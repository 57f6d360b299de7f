/** Many may be inside at once; whoever must be alone waits for those, and whoever comes meanwhile waits for it. Within this process. */
export type Gate = {
  /** Resolves when one is inside, with the way out. */
  enter(): Promise<() => void>;
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
