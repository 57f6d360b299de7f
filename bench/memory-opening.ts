/**
 * How long a store takes until it first answers, against opening LevelDB bare; and what the Dreamer costs when there is nothing to do, against
 * looking through everything.
 */
import { ClassicLevel } from 'classic-level';
import { dream } from '../src/memory/fading/dreamer.ts';
import type { Keeper } from '../src/memory/keeper.ts';
import { keys } from '../src/memory/records/keys.ts';
import { compare, median, seconds } from './measure.ts';
import { scanDead } from './memory-scan.ts';
import { copyOf, hold } from './memory-store.ts';
import { now, sizedTags } from './memory-world.ts';
import { report } from './report.ts';

const [tag = { space: '', entity: '' }] = sizedTags(1_000);
const cycles = 100;

export async function measureOpening(folder: string, scratch: string): Promise<void> {
  const copy = await copyOf(folder, `${scratch}/opening`);
  const { subject, ratio } = await compare(15, async () => ({ subject: await ours(copy), baseline: await bare(copy) }));
  const name = 'opening the store, to the first potentials';
  report({ name, figure: subject * 1e3, unit: 'ms', ratio, against: 'LevelDB alone, to the first get', aim: 'under 150 ms' });
}

async function ours(folder: string): Promise<number> {
  const began = performance.now();
  const { keeper } = await hold(folder);
  await keeper.potentials(tag);
  const took = performance.now() - began;
  await keeper.close();
  return took / 1000;
}

async function bare(folder: string): Promise<number> {
  const level = new ClassicLevel<string, string>(folder, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
  const took = await seconds(async () => {
    await level.open();
    level.getSync(keys.sums(tag));
  });
  await level.close();
  return took;
}

/** Makes all rules that are due, so that a dream has nothing to do. */
async function settle(keeper: Keeper): Promise<number> {
  let made = 0;
  for (;;) {
    const { promoted } = await dream(keeper, { distil: async ({ space, entity }) => `What worked with ${entity} in ${space} works.` });
    made += promoted;
    if (promoted === 0) return made;
  }
}

export async function measureIdle(folder: string, scratch: string): Promise<void> {
  const copy = await copyOf(folder, `${scratch}/idle`);
  const { keeper } = await hold(copy);
  const made = await settle(keeper);
  const seen: number[] = [];
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    seen.push(await seconds(() => dream(keeper)));
  }
  await keeper.close();
  const level = new ClassicLevel<string, string>(copy, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
  await level.open();
  const scan = await seconds(() => scanDead(level, now));
  await level.close();
  const often = seen.toSorted((a, b) => a - b)[Math.floor(cycles * 0.95)] ?? 0;
  const name = `an idle cycle of the Dreamer, after it made ${made.toLocaleString('en')} rules`;
  const ratio = median(seen) / scan;
  report({ name, figure: median(seen) * 1e3, unit: 'ms', ratio, against: 'the full scan', aim: 'under 5 ms' });
  report({ name: `${name}: 95 of 100 under`, figure: often * 1e3, unit: 'ms' });
}
