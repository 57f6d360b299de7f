/** Tags with their memories, as a keeper gives them. */
import type { Megram } from '../../src/contracts/memory.ts';
import type { TagState, TagView } from '../../src/memory/keeper.ts';
import { event } from './stocked-memory.ts';

type Changes = Partial<Megram> & { readonly days?: number };

/** A memory from a task of its own; `changes` are what the test is about. */
export const memoryOf = (task: string, { days = 2, ...changes }: Changes = {}): Megram => event(`${task}-m01`, days, changes);

export const failing = { state: 'change_approach', sigma: -1, f: 0.85 } as const;

/** The tag of its first memory. */
export function tagView(action: TagState['action'], megrams: readonly Megram[], more = 0): TagView {
  const [{ space, entity } = event('none-m01', 1)] = megrams;
  const rules = megrams.filter(({ level }) => level === 'C').length;
  const standing: TagState = { space, entity, action, attention: 1, decision: 1, count: megrams.length - rules + more, rules };
  return { standing, entries: megrams.map((megram) => ({ id: megram.id, megram })), more, curve: [] };
}
