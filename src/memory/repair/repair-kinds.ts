/** Repairs the index of the kinds of task, without which their memories would not be found. */
import { wordsOf } from '../../control/overlap.ts';
import { tagAt } from '../recall/recall.ts';
import { partsWith } from '../records/batch.ts';
import { allKeys, below, escapePart, keys, lastPart, tagIn } from '../records/keys.ts';
import type { MemoryStore } from '../records/memory-store.ts';
import { indexWords, intentPrefix, isIndexedBy, readKind, type TaskKind } from '../records/task-kinds.ts';

/** Rebuilds the record of every kind that does not match its memories. */
export async function repairKinds(memory: MemoryStore): Promise<void> {
  const slugs = new Set<string>();
  for await (const key of allKeys(memory.store, 'x|')) {
    const { space } = tagIn(key);
    if (space.startsWith(intentPrefix)) slugs.add(space.slice(intentPrefix.length));
  }
  for await (const key of allKeys(memory.store, 'i|')) slugs.add(lastPart(key));
  slugs.delete(''); // the empty slug is not a kind of task
  for (const slug of slugs) await repairKind(memory, slug);
}

/** A kind that changes in the meantime is left alone: either the change or the next repair corrects it. */
async function repairKind(memory: MemoryStore, slug: string): Promise<void> {
  const text = memory.store.get(keys.kind(slug)); // read before its entries, so that any change in between shows
  const kind = kindOf(memory, await memory.store.keys(below(`x|${escapePart(`${intentPrefix}${slug}`)}|`)));
  if (agrees(memory, slug, kind)) return;
  await memory.change((batch) => memory.store.get(keys.kind(slug)) === text && batch.rebuildKind(slug, kind));
}

function kindOf(memory: MemoryStore, entries: readonly string[]): TaskKind {
  const byTag = Map.groupBy(entries, (key) => key.slice(0, key.lastIndexOf('|') + 1));
  let [newest, parts]: [number, TaskKind['parts']] = [0, {}];
  for (const [prefix, { length }] of byTag) {
    const tag = tagIn(prefix);
    const { newest: some, rules } = tagAt(memory, tag) ?? { newest: [], rules: [] };
    newest = Math.max(newest, some[0]?.[1] ?? 0, rules[0]?.[1] ?? 0);
    parts = partsWith(parts, tag.entity, length);
  }
  return { count: entries.length, newest, parts };
}

/** Whether a record matches its memories. `newest` is not compared, because it also counts memories that are gone. */
function agrees(memory: MemoryStore, slug: string, { count, parts }: TaskKind): boolean {
  const known = readKind(memory.store.get, slug);
  if (!known || count === 0) return !known && count === 0;
  const isFound = [...indexWords(wordsOf(slug))].every((word) => isIndexedBy(memory.store.get, word, slug));
  const names = Object.keys(known.parts);
  const areEqual = names.length === Object.keys(parts).length && names.every((name) => known.parts[name] === parts[name]);
  return isFound && areEqual && known.count === count;
}
