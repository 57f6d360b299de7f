/** A small keeper for tests: a file of memories below a lock that ends with its process. It refuses the operations that it does not need. */
import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { ArtooError } from '../../../src/contracts/errors.ts';
import { Megram } from '../../../src/contracts/memory.ts';
import { type Asks, type Gives, type Keeper, type OperationName, operations } from '../../../src/memory/keeper.ts';
import { openLocalKeeper } from '../../../src/memory/local-keeper.ts';

/** Opens the real keeper in the same folder. */
export const holdLevel = (folder: string): Promise<Keeper | 'locked'> =>
  openLocalKeeper(join(folder, 'store'), { clock: () => new Date(), onNotice: (text) => process.stdout.write(`${text}\n`) });

type Rows = { readonly [O in OperationName]?: (asks: Asks<O>) => Promise<Gives<O>> };

export type FileKeeperHooks = {
  /** They replace its own operations. */
  readonly rows?: Rows;
  /** Called while it still holds the lock. */
  readonly onClose?: () => void;
};

/** Its file is below `<folder>/store`. It excludes other processes and other keepers of this one. */
export async function holdFile(folder: string, { rows = {}, onClose = () => {} }: FileKeeperHooks = {}): Promise<Keeper | 'locked'> {
  mkdirSync(join(folder, 'store'), { recursive: true });
  const lock = openSync(join(folder, 'store', 'lock'), 'a');
  if (!tryLock(lock)) {
    closeSync(lock);
    return 'locked';
  }
  const path = join(folder, 'store', 'megrams');
  const file = openSync(path, 'a+');
  const megrams = new Map(wholeLines(path).map((line) => [line.id, line]));

  const write = async ({ megrams: given }: Asks<'write'>) => {
    const fresh = given.filter(({ id }) => !megrams.has(id));
    for (const megram of fresh) {
      writeSync(file, `${JSON.stringify(megram)}\n`);
      megrams.set(megram.id, megram);
    }
    await new Promise(setImmediate); // a disk also lets other work continue meanwhile
    return { written: fresh.length };
  };
  const own: Rows = {
    write,
    potentials: async ({ space, entity }) => {
      const count = [...megrams.values()].filter((megram) => megram.space === space && megram.entity === entity).length;
      return { attention: count, decision: 0, action: 'Ignore' };
    },
    find: async ({ id }) => ({ kept: megrams.has(id) ? { id, megram: megrams.get(id) ?? null } : null }),
    exportFrom: async () => ({ kept: [...megrams.values()].map((megram) => ({ id: megram.id, megram })), next: null }),
  };
  const refuse = async () => {
    throw new ArtooError('memory_refused', 'this keeper is for tests and does not do that');
  };
  const refusing = Object.fromEntries(Object.keys(operations).map((name) => [name, refuse]));
  return {
    ...refusing,
    ...own,
    ...rows,
    async close() {
      onClose();
      closeSync(file);
      closeSync(lock);
    },
  } as Keeper; // every operation of the table exists: it is refused unless one of these replaces it
}

/** What a killed process wrote only in part was never acknowledged, and is removed. */
function wholeLines(path: string): readonly Megram[] {
  const text = readFileSync(path);
  truncateSync(path, text.lastIndexOf('\n') + 1);
  const lines = text.toString().split('\n').slice(0, -1);
  return lines.map((line) => Megram.parse(JSON.parse(line)));
}

/** A memory with an id of its own, at a tag. */
export const megramOf = (id: string, entity = 'an entity', content = 'it worked'): Megram => ({
  id,
  level: 'M',
  created_at: '2026-01-02T03:04:05.678Z',
  space: 'a space',
  entity,
  content,
  state: 'success',
  f: 1,
  sigma: 1,
  k: 0.1,
});
