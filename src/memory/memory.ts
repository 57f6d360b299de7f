/** The memory as a library (SPEC §16). Any number of processes may have the same memory open. */
import { join } from 'node:path';
import { z } from 'zod';
import { asArtooError } from '../contracts/errors.ts';
import { newTaskId } from '../contracts/ids.ts';
import type { Megram } from '../contracts/memory.ts';
import { dream } from './fading/dreamer.ts';
import { quantize } from './fading/quantize.ts';
import type { Cluster, Keeper, Potentials } from './keeper.ts';
import { DreamInput, FolderInput, fits, NewMegram, OptionsInput, RecentLimit, TagInput } from './memory-input.ts';
import { currentMegram } from './records/active-memory.ts';
import type { MemoryStoreOptions } from './records/memory-store.ts';
import { openSharedKeeper } from './share/shared-keeper.ts';
import { emptyInbox } from './transfer/inbox.ts';

/** Failure contract: every method rejects with an ArtooError. */
export type Memory = AsyncDisposable & {
  /** Resolves when the memory is durable. Each call makes a new memory, with an id and a time of its own. */
  write(megram: NewMegram): Promise<Megram>;
  potentials(space: string, entity: string): Promise<Potentials>;
  /** Level C; marks these memories as recalled. */
  rules(space: string, entity: string): Promise<readonly Megram[]>;
  /** M and K, newest first, not consolidated. */
  recent(space: string, entity: string, n: number): Promise<readonly Megram[]>;
  /** Without `distil`, or if it throws, no rules are made. */
  dream(options?: {
    readonly distil?: (cluster: Cluster) => Promise<string>;
  }): Promise<{ readonly forgotten: number; readonly demoted: number; readonly promoted: number }>;
  close(): Promise<void>;
};

export type MemoryOptions = Partial<Pick<MemoryStoreOptions, 'clock' | 'onNotice'>>;

/** Opens the memory in a folder. */
export async function openMemory(path: string, options: MemoryOptions = {}): Promise<Memory> {
  const { clock: time = () => new Date(), onNotice = () => {} } = fits(OptionsInput, options, 'options');
  const clock = () => fits(z.date(), time(), 'what options.clock returns');
  const keeper = openKeeper(fits(FolderInput, path, 'path'), { clock, onNotice });
  try {
    await keeper.find({ id: 'none' }); // if the memory cannot be opened, this fails here rather than at the first use
  } catch (error) {
    await keeper.close();
    throw error;
  }
  return memoryOf(keeper, clock);
}

/** The shared memory in a folder. Nothing is opened before the first operation. */
export function openKeeper(folder: string, options: MemoryStoreOptions): Keeper {
  return openKeeperOf(folder, options, async (store) => {
    const { openLocalKeeper } = await import('./local-keeper.ts'); // so that LevelDB is loaded only when it is needed
    return openLocalKeeper(store, options);
  });
}

/** Like `openKeeper`, but with a store that is opened in another way. */
export function openKeeperOf(
  folder: string,
  { onNotice }: Pick<MemoryStoreOptions, 'onNotice'>,
  open: (store: string) => Promise<Keeper | 'locked'>,
): Keeper {
  const hold = async (): Promise<Keeper | 'locked'> => {
    const keeper = await open(join(folder, 'store'));
    if (keeper === 'locked') return keeper;
    const taking = takeFromInbox(folder, keeper, onNotice);
    return {
      ...keeper,
      async close() {
        await taking;
        await keeper.close();
      },
      async sweep(asks) {
        await takeFromInbox(folder, keeper, onNotice);
        return keeper.sweep(asks);
      },
    };
  };
  return openSharedKeeper({ folder, hold });
}

/** Writes the memories in the inbox to the store. Those that cannot be written now stay in the inbox. */
async function takeFromInbox(folder: string, keeper: Keeper, onNotice: (text: string) => void): Promise<void> {
  try {
    await emptyInbox(folder, keeper, onNotice);
  } catch (error) {
    const { code, message } = asArtooError(error, 'memory_unavailable');
    if (code !== 'memory_unavailable')
      onNotice(`memories waiting in ${join(folder, 'inbox')} could not be written to the store: ${message}`);
  }
}

function memoryOf(keeper: Keeper, clock: () => Date): Memory {
  return {
    async write(given) {
      const { state, space, entity, content, ...more } = fits(NewMegram, given);
      const now = clock();
      const level = more.level ?? (state === 'rule' || state === 'declared' ? 'C' : 'M');
      const set = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
      const [id, created_at] = [newTaskId(now), now.toISOString()];
      const megram: Megram = { id, level, created_at, space, entity, content, state, ...quantize(state), ...set };
      await keeper.write({ megrams: [megram] });
      const { kept } = await keeper.find({ id: megram.id });
      return (kept && currentMegram(kept)) ?? megram;
    },
    potentials: async (space, entity) => keeper.potentials(fits(TagInput, { space, entity })),
    rules: async (space, entity) => (await keeper.rules(fits(TagInput, { space, entity }))).megrams,
    recent: async (space, entity, n) =>
      (await keeper.recent({ ...fits(TagInput, { space, entity }), n: fits(RecentLimit, n, 'n') })).megrams,
    async dream(options) {
      const { forgotten, demoted, promoted } = await dream(keeper, fits(DreamInput, options, 'options'));
      return { forgotten, demoted, promoted };
    },
    close: () => keeper.close(),
    [Symbol.asyncDispose]: () => keeper.close(),
  };
}
