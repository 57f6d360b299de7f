/** The potentials of one tag, whatever its size, against one get of its key and against the plain scan. */
import type { Tag } from '../src/contracts/memory.ts';
import type { Keeper } from '../src/memory/keeper.ts';
import { keys } from '../src/memory/records/keys.ts';
import type { Store } from '../src/store/store.ts';
import { median, seconds } from './measure.ts';
import { scanTag } from './memory-scan.ts';
import { hold, tagSizes } from './memory-store.ts';
import { now, sizedTags } from './memory-world.ts';
import { report } from './report.ts';

/** Short rounds: a round that other processes interrupt does not affect the median. */
const rounds = 1_001;
const inRound = 50;
/** A scan may take half a second. */
const scannedEntries = 300_000;

/** In seconds. */
export type PotentialsCost = { readonly entries: number; readonly ours: number; readonly get: number; readonly scan: number };

export async function measurePotentials(folder: string): Promise<readonly PotentialsCost[]> {
  const { keeper, store } = await hold(folder);
  const costs: PotentialsCost[] = [];
  for (const { entries, tags, ours, get } of await inTurns(keeper, store))
    costs.push({ entries, ours, get, scan: await scanOf(store, tags, entries) });
  await keeper.close();
  tell(costs);
  return costs;
}

/** All sizes in every round, so that a slow moment of the machine affects all of them. */
async function inTurns(keeper: Keeper, store: Store) {
  const sizes = tagSizes.map((entries) => ({ entries, tags: sizedTags(entries), ours: [] as number[], get: [] as number[] }));
  for (let round = -200; round < rounds; round += 1) {
    for (const { tags, ours, get } of sizes) {
      const texts = tags.map(keys.sums);
      const got = await seconds(() => {
        for (let at = 0; at < inRound; at += 1) store.get(texts[at % texts.length] ?? '');
      });
      const asked = await seconds(async () => {
        for (let at = 0; at < inRound; at += 1) await keeper.potentials(tags[at % tags.length] as Tag); // there is at least one
      });
      if (round < 0) continue; // warms up; not counted
      ours.push(asked / inRound);
      get.push(got / inRound);
    }
  }
  return sizes.map(({ ours, get, ...size }) => ({ ...size, ours: median(ours), get: median(get) }));
}

async function scanOf(store: Store, tags: readonly Tag[], entries: number): Promise<number> {
  const seen: number[] = [];
  for (let at = 0; at < Math.min(50, Math.max(3, scannedEntries / entries)); at += 1)
    seen.push(await seconds(() => scanTag(store, tags[at % tags.length] as Tag, now)));
  return median(seen);
}

function tell(costs: readonly PotentialsCost[]): void {
  for (const { entries, ours, get, scan } of costs) {
    const name = `potentials of a tag with ${entries.toLocaleString('en')} entries`;
    report({ name, figure: ours * 1e6, unit: 'µs', ratio: ours / get, against: 'a get', aim: 'at most 2 gets' });
    report({ name: `${name}, against the scan`, figure: `1/${Math.round(scan / ours).toLocaleString('en')}`, unit: '' });
  }
  const [first, last] = [costs[0], costs.at(-1)];
  if (first && last)
    report({
      name: `potentials: ${last.entries.toLocaleString('en')} entries against ${first.entries}`,
      figure: last.ours / first.ours,
      unit: '×',
      aim: 'below 1.5×',
    });
}
