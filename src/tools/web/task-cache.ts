/** Earlier results of a task, kept until this process ends. Limited: the oldest tasks, and the oldest entries of each, are dropped first. */

export type TaskCache<T> = {
  get(task_id: string, key: string): T | undefined;
  set(task_id: string, key: string, value: T): void;
};

const maxTasks = 16;

export function createTaskCache<T>(maxEntries: number): TaskCache<T> {
  const tasks = new Map<string, Map<string, T>>();
  return {
    get: (task_id, key) => tasks.get(task_id)?.get(key),
    set(task_id, key, value) {
      const entries = tasks.get(task_id) ?? new Map<string, T>();
      entries.set(key, value);
      tasks.set(task_id, entries);
      dropOldest(entries, maxEntries);
      dropOldest(tasks, maxTasks);
    },
  };
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
