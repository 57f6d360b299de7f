import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import type { Megram, MegramState, Tag } from '../contracts/memory.ts';
import { dayMs } from './fading/decay.ts';
import type { Keeper } from './keeper.ts';
import { openLocalKeeper } from './local-keeper.ts';
import { potentials } from './recall/potentials.ts';
import { activeMemory, currentMegram } from './records/active-memory.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');

const tags: readonly Tag[] = [
  { space: 'intent:find_files', entity: 'tool:shell' },
  { space: 'tool:shell', entity: 'path:a|b~c\n你好 🦊' },
  { space: 'intent:find_files', entity: 'env:local' },
];

/** What may be done to a memory. */
type Step =
  | {
      readonly do: 'write';
      readonly tag: number;
      readonly level: 'M' | 'K' | 'C';
      readonly f: number;
      readonly sigma: number;
      readonly k: number;
      readonly state: MegramState;
    }
  | { readonly do: 'recall' | 'sweep' | 'restart' | 'promote' }
  | { readonly do: 'forget'; readonly which: number; readonly purge: boolean }
  | { readonly do: 'pass'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      tag: fc.nat(tags.length - 1),
      level: fc.constantFrom('M', 'M', 'M', 'K', 'C'),
      f: fc.oneof(fc.constantFrom(0.95, 0.9, 0.85, 0.3, 0.1, 0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      sigma: fc.oneof(fc.constantFrom(-1, 1, 0, 0.5), fc.double({ min: -1, max: 1, noNaN: true })),
      k: fc.oneof(fc.constantFrom(0.05, 0.2, 0.5, 0), fc.constantFrom(1e-310, 1e-9, 3, 1000, 1e6, 1e308)),
      state: fc.constantFrom<MegramState>('accept', 'abandon', 'dissonance', 'refine'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('recall' as const, 'sweep' as const, 'restart' as const, 'promote' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), which: fc.nat(40), purge: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 90 * dayMs }), fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: -400 * dayMs, max: 0 })),
    }),
  },
);

test('sums equal those of a plain scan after any history of writes, recalls, demotions, tombstones, clock jumps and restarts', async () => {
  const home = await mkdtemp(join(tmpdir(), 'artoo-memory-'));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      run += 1;
      const world = { clock: start, ids: [] as string[] };
      const open = async (): Promise<Keeper> => {
        const keeper = await openLocalKeeper(join(home, `run-${run}`), {
          clock: () => new Date(world.clock),
          onNotice: (text) => expect.fail(text),
        });
        if (keeper === 'locked') throw new Error('locked');
        return keeper;
      };
      let keeper = await open();
      for (const each of steps) {
        if (each.do === 'restart') {
          await keeper.close();
          keeper = await open();
        } else await take(keeper, each, world);
        await agrees(keeper, world.clock);
      }
      await keeper.close();
    }),
    { numRuns: 60 / oneIn(3) },
  );
  await rm(home, { recursive: true, force: true });
}, 120_000);

async function take(keeper: Keeper, each: Step, world: { clock: number; ids: string[] }): Promise<void> {
  switch (each.do) {
    case 'write': {
      const { tag, level, f, sigma, state } = each;
      const id = `id-${world.ids.length}`;
      world.ids.push(id);
      const { space, entity } = tags[tag] ?? { space: 's', entity: 'e' };
      const k = level === 'C' ? 0 : each.k;
      const created_at = new Date(world.clock).toISOString();
      await keeper.write({
        megrams: [{ id, level, created_at, space, entity, content: id, state: level === 'C' ? 'rule' : state, f, sigma, k }],
      });
      return;
    }
    case 'recall':
      await keeper.recall({ tags });
      await keeper.write({ megrams: [] }); // written after the marks that the recall makes
      return;
    case 'forget':
      await keeper.forget({ id: world.ids[each.which % (world.ids.length || 1)] ?? 'nobody', purge: each.purge });
      return;
    case 'pass':
      world.clock = Math.max(dayMs, world.clock + each.ms);
      return;
    case 'sweep':
    case 'promote': {
      if (each.do === 'sweep') await keeper.sweep({ extent: 'usual' });
      else
        for (const { space, entity, sigma, until } of (await keeper.due({ most: 100 })).clusters)
          await keeper.promote({ space, entity, sigma, until, content: 'a rule' });
    }
  }
}

/** Checks every tag against a plain computation over all memories in the store, and the counts against those memories. */
async function agrees(keeper: Keeper, clock: number): Promise<void> {
  const { kept } = await keeper.exportFrom({ after: null, limit: 10_000 });
  const { now, levels } = await keeper.overview({ strongest: 0 });
  expect(Date.parse(now)).toBeGreaterThanOrEqual(clock);
  const counting = kept.filter((each) => activeMemory(each));
  for (const tag of tags) {
    const here = counting.flatMap((each) => {
      const megram = currentMegram(each);
      return megram && megram.space === tag.space && megram.entity === tag.entity ? [megram] : [];
    });
    const scan = potentials(here, new Date(now));
    const sums = await keeper.potentials(tag);
    for (const channel of ['attention', 'decision'] as const)
      expect(Math.abs(sums[channel] - scan[channel])).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(scan[channel])));
    if (!here.some(({ level }) => level !== 'C')) expect(sums).toEqual({ attention: 0, decision: 0, action: 'Ignore' });
  }
  const at = (level: Megram['level']) => counting.filter((each) => activeMemory(each)?.level === level).length;
  expect(levels).toEqual({ M: at('M'), K: at('K'), C: at('C') });
}
