/** Many tasks on few benches: each bench takes the next task when it is free. */
export async function sideBySide<T, B, R>(
  tasks: readonly T[],
  benches: readonly B[],
  work: (task: T, bench: B) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = tasks.entries();
  const drain = async (bench: B) => {
    for (const [at, task] of queue) results[at] = await work(task, bench);
  };
  await Promise.all(benches.map(drain));
  return results;
}
