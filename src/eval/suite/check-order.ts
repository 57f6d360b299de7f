/** Whether the tasks of a suite can be run in the given order: names are unique, and `after` names the task directly above. */
import { ArtooError } from '../../contracts/errors.ts';
import type { PlacedTask } from './suite-task.ts';

const maxTasks = 1_000_000;

/** Returns the number of tasks. Throws `suite_invalid` for a name that occurs twice, a circle, or a task that is not directly after the one that it names. Keeps only names in memory. */
export async function checkOrder(tasks: AsyncIterable<PlacedTask>): Promise<number> {
  const ids = new Set<string>();
  const after = new Map<string, { readonly named: string; readonly at: string }>();
  let misplaced: { readonly id: string; readonly named: string; readonly at: string } | undefined;
  let above: string | undefined;
  for await (const { task, at } of tasks) {
    const { id, after: named } = task;
    if (ids.has(id)) throw new ArtooError('suite_invalid', `${at}: there are two tasks with the name ${id}`);
    ids.add(id);
    if (ids.size > maxTasks)
      throw new ArtooError('suite_invalid', `${at}: a suite can have at most ${maxTasks.toLocaleString('en')} tasks`);
    if (named !== undefined) {
      after.set(id, { named, at });
      if (named !== above) misplaced ??= { id, named, at };
    }
    above = id;
  }
  if (misplaced) throw new ArtooError('suite_invalid', `${misplaced.at}: ${whyMisplaced(misplaced, ids, after)}`);
  return ids.size;
}

function whyMisplaced(
  { id, named }: { readonly id: string; readonly named: string },
  ids: ReadonlySet<string>,
  after: ReadonlyMap<string, { readonly named: string }>,
): string {
  if (!ids.has(named)) return `the task ${id} should run after ${named}, but there is no such task`;
  const circle = [id];
  for (let at: string | undefined = named; at !== undefined && circle.length <= after.size; at = after.get(at)?.named) {
    if (at === id) return `the tasks depend on each other in a circle: ${[...circle, id].join(' runs after ')}`;
    circle.push(at);
  }
  return `the task ${id} should run after ${named}, which must be the task directly above it`;
}
