/** Megrams a second with all their upkeep, against bare batches of the very same keys and values. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import type { Megram } from '../src/contracts/memory.ts';
import { createLocalKeeper } from '../src/memory/local-keeper.ts';
import { openLevel } from '../src/store/level.ts';
import type { Change, Store } from '../src/store/store.ts';
import { compare, seconds } from './measure.ts';
import { createWorld, now } from './memory-world.ts';
import { report } from './report.ts';

/** How many are written in one round: durable ones wait for the disk each time. */
const howMany = { one: { durable: 300, lasting: 4_000 }, hundred: { durable: 5_000, lasting: 20_000 } } as const;

export async function measureWrites(folder: string): Promise<void> {
  const world = createWorld();
  let task = 0;
  const some = (count: number): readonly Megram[] => {
    const made: Megram[] = [];
    while (made.length < count) made.push(...world.task(task++));
    return made.slice(0, count);
  };
  for (const durable of [true, false]) {
    for (const atOnce of [1, 100]) {
      const count = howMany[atOnce === 1 ? 'one' : 'hundred'][durable ? 'durable' : 'lasting'];
      let round = 0;
      const { subject, ratio } = await compare(7, async () => {
        round += 1;
        const place = join(folder, `writes-${durable}-${atOnce}-${round}`);
        const megrams = some(count);
        const batches = await recorded(`${place}-first`, megrams, atOnce);
        const took = await writeAll(`${place}-kept`, megrams, atOnce, durable);
        const bare = await replay(`${place}-bare`, batches, durable);
        return { subject: count / took, baseline: count / bare };
      });
      const how = `${atOnce === 1 ? 'one at a time' : `${atOnce} at once`}, ${durable ? 'durable' : 'not durable'}`;
      report({
        name: `writes, ${how}`,
        figure: subject,
        unit: 'a second',
        ratio,
        against: 'bare batches of the same keys',
        aim: 'at least 0.5×',
      });
    }
  }
}

/** Everything that the engine writes, batch by batch. It is recorded once and written again each time, because recording takes time that is not the engine's. */
async function recorded(folder: string, megrams: readonly Megram[], atOnce: number): Promise<readonly (readonly Change[])[]> {
  const batches: (readonly Change[])[] = [];
  await writeAll(folder, megrams, atOnce, false, (changes) => batches.push(changes));
  return batches;
}

async function writeAll(
  folder: string,
  megrams: readonly Megram[],
  atOnce: number,
  durable: boolean,
  heard?: (changes: readonly Change[]) => void,
) {
  const store = await openLevel(folder);
  if (store === 'locked') throw new Error(`${folder} is held by another process`);
  const wrapped: Store = {
    ...store,
    write(changes) {
      heard?.(changes);
      return store.write(changes, { durable });
    },
  };
  const keeper = createLocalKeeper(wrapped, { clock: () => new Date(now), onNotice: (text) => console.error(text) });
  const took = await seconds(async () => {
    for (let at = 0; at < megrams.length; at += atOnce)
      await Promise.all(megrams.slice(at, at + atOnce).map((megram) => keeper.write({ megrams: [megram] })));
  });
  await keeper.close();
  rmSync(folder, { recursive: true });
  return took;
}

async function replay(folder: string, batches: readonly (readonly Change[])[], durable: boolean): Promise<number> {
  const level = new ClassicLevel<string, string>(folder, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
  await level.open();
  const took = await seconds(async () => {
    for (const batch of batches) await level.batch([...batch], { sync: durable });
  });
  await level.close();
  rmSync(folder, { recursive: true });
  return took;
}
