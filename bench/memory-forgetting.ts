/** Forgetting by the index of deaths, against reading every memory there is. */
import { ClassicLevel } from 'classic-level';
import { below } from '../src/memory/records/keys.ts';
import { seconds } from './measure.ts';
import { scanDead } from './memory-scan.ts';
import { copyOf, hold } from './memory-store.ts';
import { now } from './memory-world.ts';
import { report } from './report.ts';

/** In seconds. */
export type ForgettingCost = { readonly forgotten: number; readonly ours: number; readonly scan: number };

export async function measureForgetting(folder: string, scratch: string): Promise<readonly ForgettingCost[]> {
  const [kept, plain] = [await copyOf(folder, `${scratch}/forgetting`), await copyOf(folder, `${scratch}/forgetting-plain`)];
  let clock = now;
  const { keeper, store } = await hold(kept, () => clock);
  const level = new ClassicLevel<string, string>(plain, { keyEncoding: 'utf8', valueEncoding: 'utf8' });
  await level.open();
  const costs: ForgettingCost[] = [];
  for (const forgotten of [10, 10, 100, 1_000, 10_000]) {
    const next = await store.keys({ ...below('d|'), limit: forgotten });
    clock = Number(next.at(-1)?.split('|')[1]);
    let gone = 0;
    const ours = await seconds(async () => {
      gone = await sweepAll(keeper);
    });
    const scan = await seconds(() => scanDead(level, clock));
    costs.push({ forgotten: gone, ours, scan });
  }
  await keeper.close();
  await level.close();
  costs.shift(); // warmed up; not counted
  for (const { forgotten, ours, scan } of costs)
    report({
      name: `forgetting ${forgotten.toLocaleString('en')}`,
      figure: ours * 1e3,
      unit: 'ms',
      ratio: ours / scan,
      against: 'the full scan',
      aim: 'proportional',
    });
  return costs;
}

/** In batches, as on exit, until nothing is left to forget. */
async function sweepAll(keeper: Awaited<ReturnType<typeof hold>>['keeper']): Promise<number> {
  let all = 0;
  for (;;) {
    const { forgotten } = await keeper.sweep({ extent: 'brief' });
    all += forgotten;
    if (forgotten === 0) return all;
  }
}
