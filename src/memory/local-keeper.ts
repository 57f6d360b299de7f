/** The keeper of a store that this process has open. */
import { openLevel } from '../store/level.ts';
import type { Store } from '../store/store.ts';
import { listTags, memoryOverview, viewTag } from './browse.ts';
import { dueClusters, sweep } from './fading/dream-steps.ts';
import { erasePurged, forget } from './fading/forget.ts';
import { freshMemories } from './fading/fresh-memories.ts';
import { promote } from './fading/promote.ts';
import type { Keeper } from './keeper.ts';
import { actionOf } from './recall/potentials.ts';
import { markRecalled, megramAt, recall, tagAt, valueNow } from './recall/recall.ts';
import { currentMegram } from './records/active-memory.ts';
import { MemoryStore, type MemoryStoreOptions } from './records/memory-store.ts';
import { write } from './records/write.ts';
import { type Replica, replicaOf } from './replica/replica.ts';
import { exportFrom, importAll } from './transfer/transfer.ts';

/** Opens the store in a folder; `locked` if another process has the store open. Throws an ArtooError if the store cannot be opened. */
export async function openLocalKeeper(folder: string, options: MemoryStoreOptions): Promise<Keeper | 'locked'> {
  const memory = await openMemoryStore(folder, options);
  return memory === 'locked' ? memory : keeperOf(memory);
}

/** Like `openLocalKeeper`, but opens the store as the replica of a memory that machines share. */
export async function openReplica(
  folder: string,
  options: MemoryStoreOptions & { readonly onQueued: () => void },
): Promise<{ readonly keeper: Keeper; readonly replica: Replica } | 'locked'> {
  const memory = await openMemoryStore(folder, options);
  return memory === 'locked' ? memory : { keeper: keeperOf(memory), replica: replicaOf(memory) };
}

async function openMemoryStore(folder: string, options: MemoryStoreOptions): Promise<MemoryStore | 'locked'> {
  const store = await openLevel(folder);
  if (store === 'locked') return store;
  try {
    return new MemoryStore(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** How many memories of a tag are read to find the newest. Ids begin with the time, so only imported memories could be missed. */
const maxScanned = 1_000;

/** Throws an ArtooError if a newer version of artoo wrote the store. */
export const createLocalKeeper = (store: Store, options: MemoryStoreOptions): Keeper => keeperOf(new MemoryStore(store, options));

/** The keeper of an open store. */
function keeperOf(memory: MemoryStore): Keeper {
  let isBusy = false;
  return {
    write: ({ megrams }) => write(memory, megrams),
    recall: (query) => recall(memory, query),
    async potentials(tag) {
      const { attention, decision } = valueNow(memory, tag);
      return { attention, decision, action: actionOf(attention, decision) };
    },
    async rules(tag) {
      const rules = tagAt(memory, tag)?.rules ?? [];
      markRecalled(memory, rules);
      return { megrams: rules.flatMap(([id]) => megramAt(memory, id) ?? []) };
    },
    async recent({ n, ...tag }) {
      const fresh = await freshMemories(memory, tag, Math.max(maxScanned, n));
      return { megrams: fresh.slice(0, n).flatMap(({ kept }) => currentMegram(kept) ?? []) };
    },
    overview: ({ strongest }) => memoryOverview(memory, strongest),
    tags: ({ space, limit }) => listTags(memory, space, limit),
    view: ({ limit, ...tag }) => viewTag(memory, tag, limit),
    find: async ({ id }) => ({ kept: memory.kept(id) ?? null }),
    forget: (target) => forget(memory, target),
    async erase() {
      await erasePurged(memory);
      return {};
    },
    sweep: (asked) => sweep(memory, asked),
    due: ({ most }) => dueClusters(memory, most),
    promote: (rule) => promote(memory, rule),
    sync: async () => ({ reached: true }),
    exportFrom: ({ after, limit }) => exportFrom(memory, after, limit),
    importAll: ({ kept, check }) => importAll(memory, kept, check),
    async alone(work) {
      if (isBusy) return undefined;
      isBusy = true;
      try {
        return await work();
      } finally {
        isBusy = false;
      }
    },
    close: () => memory.close(),
  };
}
