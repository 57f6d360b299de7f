/** Dependencies between tasks. Pure. */
import type { Task } from './board.ts';

type Dependent = Pick<Task, 'id' | 'depends_on'>;

/** Whether one task depends on another, at any distance. On itself means: in a circle. */
export function dependsOn(byId: ReadonlyMap<string, Dependent>, start: string, end: string): boolean {
  const seen = new Set<string>();
  const left = [...(byId.get(start)?.depends_on ?? [])];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === end) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...(byId.get(id)?.depends_on ?? []));
  }
  return false;
}
