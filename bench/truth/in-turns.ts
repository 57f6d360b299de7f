/** Does something with every item, a few at once, and returns the results in the order of the items. */
export async function inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T, at: number) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
