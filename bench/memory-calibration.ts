/** What R2 waits for before a plan: 12 tools, 5 paths, 74 tags, against the plain scan of the same tags. */

import type { Keeper } from '../src/memory/keeper.ts';
import { calibrate } from '../src/memory/recall/calibrate.ts';
import { median, seconds } from './measure.ts';
import { scanTag } from './memory-scan.ts';
import { copyOf, hold } from './memory-store.ts';
import { createWorld, knownPlans, now, type Plan, tagsOf, tools } from './memory-world.ts';
import { report } from './report.ts';

const howMany = 400;
const scanned = 12;

export async function measureCalibration(folder: string, scratch: string): Promise<void> {
  const { keeper, store } = await hold(await copyOf(folder, `${scratch}/calibration`));
  for (const [name, plans] of Object.entries(variants())) {
    const first = await all(keeper, plans);
    const again: number[] = [];
    for (let round = 0; round < 5; round += 1) again.push(...(await all(keeper, plans)));
    const scans: number[] = [];
    for (const plan of plans.slice(0, scanned)) {
      const tags = tagsOf(plan);
      scans.push(
        await seconds(async () => {
          for (const tag of tags) await scanTag(store, tag, now);
        }),
      );
    }
    const scan = median(scans);
    const of = { unit: 'ms', against: 'the scan of the same tags', aim: 'under 0.5 ms' };
    for (const [when, seen] of [
      ['the first time', median(first)],
      ['again', median(again)],
    ] as const)
      report({ name: `calibration: ${name}, ${when}`, figure: seen * 1e3, ratio: seen / scan, ...of });
  }
  await keeper.close();
}

async function all(keeper: Keeper, plans: readonly Plan[]): Promise<readonly number[]> {
  const seen: number[] = [];
  for (const plan of plans) {
    const query = { tags: tagsOf(plan) };
    seen.push(await seconds(async () => calibrate(await keeper.recall(query), { tools })));
  }
  return seen;
}

/** Plans with some known tags, plans with only known tags, and plans whose slug only resembles a known one. */
function variants() {
  const { favoured, slugs, paths } = createWorld();
  const plan = (slug: string): Plan => ({ slug, paths: Array.from({ length: 5 }, () => favoured(paths).slice('path:'.length)) });
  const long = slugs.filter((slug) => slug.split('_').length >= 4);
  const alike = (slug: string): string => [...slug.split('_').slice(1)].reverse().join('_');
  return {
    'some tags known': Array.from({ length: howMany }, () => plan(favoured(slugs))),
    'its slug only like one': Array.from({ length: howMany }, () => plan(alike(favoured(long)))),
    'nothing known': Array.from({ length: howMany }, (_, at) => ({
      slug: `quite_unheard_${at}`,
      paths: [1, 2, 3, 4, 5].map((n) => `un/heard_${at}/${n}.md`),
    })),
    'every tag known': knownPlans,
  };
}
