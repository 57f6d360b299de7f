/** Dependencies between tasks. Pure. */
import type { Task } from './board.ts';

type Dependent = Pick<Task, 'id' | 'depends_on'>;

/** Whether one task depends on another, directly or indirectly. A task that depends on itself is in a circle. */
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

/** The tasks that depend on themselves through others. If there are none, as is usual, each task is visited once. */
export function inCircles(byId: ReadonlyMap<string, Dependent>): ReadonlySet<string> {
  const waitsFor = new Map<string, number>();
  const dependents = new Map<string, string[]>([...byId.keys()].map((id) => [id, []]));
  for (const [id, { depends_on }] of byId) {
    const known = (depends_on ?? []).filter((each) => byId.has(each));
    waitsFor.set(id, known.length);
    for (const each of known) dependents.get(each)?.push(id);
  }
  const free = [...byId.keys()].filter((id) => waitsFor.get(id) === 0);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    waitsFor.delete(id);
    for (const each of dependents.get(id) ?? []) {
      const left = (waitsFor.get(each) ?? 0) - 1;
      waitsFor.set(each, left);
      if (left === 0) free.push(each);
    }
  }
  return new Set([...waitsFor.keys()].filter((id) => dependsOn(byId, id, id)));
}
