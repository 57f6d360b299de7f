/** Runs many small tasks in parallel, up to a limit. */

/** Rejects with the first failure, once everything that was begun has settled. */
export async function inParallel<T>(items: Iterable<T>, limit: number, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    for (let next = waiting.next(); !next.done && !failure; next = waiting.next()) {
      try {
        await act(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (failure) throw failure.error;
}
