/** The memory in a store that this process holds. */
import { openLevel } from '../store/level.ts';
import type { Store } from '../store/store.ts';
import { overview, tagsIn, view } from './browse.ts';
import { due, promote, sweep } from './fading/dream-steps.ts';
import { eraseDue, forget } from './fading/forget.ts';
import { freshOf } from './fading/fresh-memories.ts';
import type { Keeper } from './keeper.ts';
import { actionOf } from './recall/potentials.ts';
import { markRecalled, megramAt, recall, tagAt, valueNow } from './recall/recall.ts';
import { Desk, type DeskOptions } from './records/memory-store.ts';
import { megramNow } from './records/stored-memory.ts';
import { write } from './records/write.ts';
import { exportFrom, importAll } from './transfer/transfer.ts';

/** Opens the memory in a folder, or says that another holder has it. Throws an ArtooError when it cannot be opened. */
export async function holdMemory(folder: string, options: DeskOptions): Promise<Keeper | 'locked'> {
  const store = await openLevel(folder);
  if (store === 'locked') return store;
  try {
    return keeperOf(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** How many memories of a tag are looked at for the newest of them: ids begin with their time, so these are the newest but for what came from elsewhere. */
const maxScanned = 1_000;

/** Throws an ArtooError when the store is not one that this code can keep. */
export function keeperOf(store: Store, options: DeskOptions): Keeper {
  const desk = new Desk(store, options);
  let isTaken = false;
  return {
    write: ({ megrams }) => write(desk, megrams),
    recall: (query) => recall(desk, query),
    async potentials(tag) {
      const { attention, decision } = valueNow(desk, tag);
      return { attention, decision, action: actionOf(attention, decision) };
    },
    async rules(tag) {
      const record = tagAt(desk, tag);
      if (!record) return { megrams: [] };
      const ids = record.rules.map(([id]) => id);
      markRecalled(desk, ids);
      return { megrams: ids.flatMap((id) => megramAt(desk, id) ?? []) };
    },
    async recent({ n, ...tag }) {
      const fresh = await freshOf(desk, tag, Math.max(maxScanned, n));
      return { megrams: fresh.slice(0, n).flatMap(({ kept }) => megramNow(kept) ?? []) };
    },
    overview: ({ strongest }) => overview(desk, strongest),
    tags: ({ space, limit }) => tagsIn(desk, space, limit),
    view: ({ limit, ...tag }) => view(desk, tag, limit),
    find: async ({ id }) => ({ kept: desk.kept(id) ?? null }),
    forget: (target) => forget(desk, target),
    async erase() {
      await eraseDue(desk);
      return {};
    },
    sweep: ({ extent }) => sweep(desk, extent),
    due: ({ most }) => due(desk, most),
    promote: (rule) => promote(desk, rule),
    exportFrom: ({ after, limit }) => exportFrom(desk, after, limit),
    importAll: ({ kept, check }) => importAll(desk, kept, check),
    async alone(work) {
      if (isTaken) return undefined;
      isTaken = true;
      try {
        return await work();
      } finally {
        isTaken = false;
      }
    },
    close: () => desk.close(),
  };
}
