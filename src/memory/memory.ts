/** A memory as a library: write, ask, dream. Any number of processes may have the same one open (SPEC §16). */
import { join } from 'node:path';
import { ArtooError, asArtooError } from '../contracts/errors.ts';
import { newTaskId } from '../contracts/ids.ts';
import { type Megram, MegramState } from '../contracts/memory.ts';
import { dream } from './fading/dreamer.ts';
import { quantize } from './fading/quantize.ts';
import type { Cluster, Keeper, Potentials } from './keeper.ts';
import { currentMegram } from './records/active-memory.ts';
import { openSharedKeeper } from './share/shared-keeper.ts';
import { emptyInbox } from './transfer/inbox.ts';

/** What is left out is filled in by its state: f, sigma and k by the table of SPEC §6, level C for rules and what is declared, else M. */
export type NewMegram = {
  readonly state: MegramState;
  readonly space: string;
  readonly entity: string;
  readonly content: string;
  readonly level?: 'M' | 'K' | 'C';
  readonly f?: number;
  readonly sigma?: number;
  readonly k?: number;
  /** Where it was learnt: the identity of the repository, or the folder. */
  readonly learnt_in?: string;
};

/** Failure contract: everything rejects with an ArtooError. */
export type Memory = AsyncDisposable & {
  /** Resolves when it is durable. */
  write(megram: NewMegram): Promise<Megram>;
  potentials(space: string, entity: string): Promise<Potentials>;
  /** Level C; marks them recalled. */
  rules(space: string, entity: string): Promise<readonly Megram[]>;
  /** M and K, newest first, not consolidated. */
  recent(space: string, entity: string, n: number): Promise<readonly Megram[]>;
  /** A `distil` that throws promotes nothing; without one nothing is promoted. */
  dream(options?: {
    readonly distil?: (cluster: Cluster) => Promise<string>;
  }): Promise<{ readonly forgotten: number; readonly demoted: number; readonly promoted: number }>;
  close(): Promise<void>;
};

export type MemoryOptions = {
  readonly clock?: () => Date;
  /** Hears what a person should know: a memory that cannot be read, sums that were wrong. */
  readonly onNotice?: (text: string) => void;
};

/** Opens the memory in a folder. */
export async function openMemory(path: string, { clock = () => new Date(), onNotice = () => {} }: MemoryOptions = {}): Promise<Memory> {
  if (path === '') throw new ArtooError('memory_refused', 'a memory needs a folder');
  const keeper = openKeeper(path, { clock, onNotice });
  try {
    await keeper.find({ id: 'none' }); // whoever cannot have it learns that here
  } catch (error) {
    await keeper.close();
    throw error;
  }
  return memoryOf(keeper, clock);
}

/** The shared memory in a folder; nothing is opened before it is asked for something. */
export function openKeeper(folder: string, options: Required<MemoryOptions>): Keeper {
  const hold = async (): Promise<Keeper | 'locked'> => {
    const { openLocalKeeper: holdMemory } = await import('./local-keeper.ts'); // LevelDB is loaded when there is something to ask it
    const keeper = await holdMemory(join(folder, 'store'), options);
    if (keeper === 'locked') return keeper;
    const taking = takeFromInbox(folder, keeper, options.onNotice);
    return {
      ...keeper,
      async close() {
        await taking;
        await keeper.close();
      },
      async sweep(asks) {
        await takeFromInbox(folder, keeper, options.onNotice);
        return keeper.sweep(asks);
      },
    };
  };
  return openSharedKeeper({ folder, hold });
}

/** What others left beside the store while nobody took it. What cannot be taken now stays there. */
async function takeFromInbox(folder: string, keeper: Keeper, onNotice: (text: string) => void): Promise<void> {
  try {
    await emptyInbox(folder, keeper, onNotice);
  } catch (error) {
    const { code, message } = asArtooError(error, 'memory_unavailable');
    if (code !== 'memory_unavailable') onNotice(`memories that wait in ${join(folder, 'inbox')} could not be written: ${message}`);
  }
}

function memoryOf(keeper: Keeper, clock: () => Date): Memory {
  return {
    async write(given) {
      if (typeof given !== 'object' || given === null)
        throw new ArtooError('memory_refused', 'a memory has a state, a space, an entity and content');
      const { state, space, entity, content, ...more } = given;
      const now = clock();
      if (!MegramState.safeParse(state).success) throw new ArtooError('memory_refused', `there is no state ${JSON.stringify(state)}`);
      if (Number.isNaN(now.getTime())) throw new ArtooError('memory_refused', 'the clock gives no time');
      const level = more.level ?? (state === 'rule' || state === 'declared' ? 'C' : 'M');
      const megram: Megram = {
        id: newTaskId(now),
        level,
        created_at: now.toISOString(),
        space,
        entity,
        content,
        state,
        ...quantize(state),
        ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
      };
      await keeper.write({ megrams: [megram] });
      const { kept } = await keeper.find({ id: megram.id });
      return (kept && currentMegram(kept)) ?? megram;
    },
    potentials: (space, entity) => keeper.potentials({ space, entity }),
    rules: async (space, entity) => (await keeper.rules({ space, entity })).megrams,
    async recent(space, entity, n) {
      if (!Number.isInteger(n) || n < 0) throw new ArtooError('memory_refused', `${n} is no number of memories`);
      return (await keeper.recent({ space, entity, n })).megrams;
    },
    async dream(options) {
      const { forgotten, demoted, promoted } = await dream(keeper, options);
      return { forgotten, demoted, promoted };
    },
    close: () => keeper.close(),
    [Symbol.asyncDispose]: () => keeper.close(),
  };
}
