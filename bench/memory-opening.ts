/** How long it takes until a store answers for the first time, against opening LevelDB bare; and what the Dreamer costs when there is nothing to do, against looking through everything. */
import { ClassicLevel } from 'classic-level';
import { dream } from '../src/memory/fading/dreamer.ts';
import type { Keeper } from '../src/memory/keeper.ts';
import { keys } from '../src/memory/records/keys.ts';
import { compare, median, seconds } from './measure.ts';
import { scanDead } from './memory-scan.ts';
import { copyOf, hold } from './memory-store.ts';
import { now, sizedTags } from './memory-world.ts';

const [tag = { space: '', entity: '' }] = sizedTags(1_000);
const cycles = 100;

const ms = (value: number, digits = 1): string => `${(value * 1e3).toFixed(digits)} ms`;

export async function measureOpening(folder: string, scratch: string): Promise<void> {
  const copy = await copyOf(folder, `${scratch}/opening`);
  const { subject, baseline, ratio } = await compare(15, async () => ({ subject: await ours(copy), baseline: await bare(copy) }));
  console.log('opening the store, to the first potentials (aim: under 150 ms)');
  console.log(`  ${ms(subject)}   LevelDB alone, to the first get ${ms(baseline)}   ${ratio.toFixed(2)}×`);
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

/** Makes all rules that are due: then a dream has nothing to do. */
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
  let verified = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const took = await seconds(async () => {
      verified += (await dream(keeper)).verified;
    });
    seen.push(took);
  }
  await keeper.close();
  const level = new ClassicLevel<string, string>(copy, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
  await level.open();
  const scan = await seconds(() => scanDead(level, now));
  await level.close();
  const often = seen.toSorted((a, b) => a - b)[Math.floor(cycles * 0.95)] ?? 0;
  console.log(`an idle cycle of the Dreamer, after ${made.toLocaleString('en')} rules were made (aim: under 5 ms)`);
  console.log(
    `  ${ms(median(seen), 2)}, 95 of 100 under ${ms(often, 2)}, ${(verified / cycles).toFixed(0)} tags verified each   full scan ${ms(scan, 0)}, 1/${Math.round(scan / median(seen)).toLocaleString('en')}`,
  );
}
