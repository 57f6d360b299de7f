/** What holds for every keeper of a memory, in this process or in another one, of one machine or of several: the contract of src/memory/keeper.ts. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Megram, MegramState } from '../../src/contracts/memory.ts';
import { quantize } from '../../src/memory/fading/quantize.ts';
import { type Keeper, operations } from '../../src/memory/keeper.ts';
import { scratch } from './scratch.ts';

/** The clock of every keeper that the suite opens. */
export const keeperClock = new Date('2026-03-01T12:00:00.000Z');
const now = keeperClock;

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const other = { space: 'intent:find_files', entity: 'tool:shell' };

/** A memory at the tag unless stated otherwise, one second after the previous memory. */
export function keptMegram(id: string, state: MegramState = 'accept', more: Partial<Megram> = {}): Megram {
  const level = state === 'rule' || state === 'declared' ? 'C' : 'M';
  const created_at = new Date(now.getTime() - 100_000 + 1_000 * Number.parseInt(id, 10)).toISOString();
  return { id, level, created_at, ...tag, content: `what ${id} taught`, state, ...quantize(state), ...more };
}

/** Runs the suite. `open`: opens an empty keeper, in a folder of its own; the suite closes it. */
export function keeperSuite(name: string, open: (folder: string) => Promise<Keeper>): void {
  describe(`a keeper ${name}`, () => {
    async function opened(...megrams: readonly Megram[]): Promise<Keeper> {
      const keeper = await open(scratch());
      onTestFinished(() => keeper.close().catch(() => {})); // some tests have already closed it
      if (megrams.length > 0) expect(await keeper.write({ megrams })).toEqual({ written: megrams.length });
      return keeper;
    }

    test('has nothing in the beginning', async () => {
      const keeper = await opened();
      expect(await keeper.overview({ strongest: 5 })).toEqual({
        now: now.toISOString(),
        ahead_ms: 0,
        levels: { M: 0, K: 0, C: 0 },
        tags: 0,
        strongest: [],
        due: 0,
        unerased: 0,
      });
      expect(await keeper.find({ id: '01' })).toEqual({ kept: null });
      expect(await keeper.potentials(tag)).toEqual({ attention: 0, decision: 0, action: 'Ignore' });
    });

    test('gives in the form of the port what was written, and leaves what it knows as it is', async () => {
      const keeper = await opened(keptMegram('01'));
      expect(await keeper.write({ megrams: [keptMegram('01', 'abandon'), keptMegram('02')] })).toEqual({ written: 1 });
      const found = await keeper.find({ id: '01' });
      expect(operations.find.gives.parse(found)).toEqual(found);
      expect(found.kept?.megram).toEqual(keptMegram('01'));
      const { attention, decision, action } = await keeper.potentials(tag);
      expect([attention, action]).toEqual([decision, 'Exploit']);
      expect(attention).toBeCloseTo(1.8, 3);
    });

    test('refuses what may not be written, and all that came with it', async () => {
      const keeper = await opened();
      await expect(keeper.write({ megrams: [keptMegram('01'), keptMegram('02', 'accept', { f: 7 })] })).rejects.toMatchObject({
        code: 'memory_refused',
      });
      expect(await keeper.exportFrom({ after: null, limit: 9 })).toEqual({ kept: [], next: null });
    });

    test('recalls rules and what counts at the tags, and nothing of other tags', async () => {
      const keeper = await opened(keptMegram('01'), keptMegram('02', 'rule'), keptMegram('03', 'abandon', other));
      const recalled = await keeper.recall({ tags: [tag] });
      expect(operations.recall.gives.parse(recalled)).toEqual(recalled);
      expect(recalled.rules.map(({ id }) => id)).toEqual(['02']);
      expect(recalled.potentials.map(({ entity }) => entity)).toEqual([tag.entity]);
      expect(recalled.missing).toBeNull();
    });

    test('tells rules and events apart, the newest first', async () => {
      const keeper = await opened(keptMegram('01'), keptMegram('02', 'rule'), keptMegram('03', 'refine'), keptMegram('04', 'declared'));
      const ids = ({ megrams }: { readonly megrams: readonly Megram[] }) => megrams.map(({ id }) => id);
      expect(ids(await keeper.rules(tag))).toEqual(['04', '02']);
      expect(ids(await keeper.recent({ ...tag, n: 5 }))).toEqual(['03', '01']);
      expect(ids(await keeper.recent({ ...tag, n: 1 }))).toEqual(['03']);
      expect(ids(await keeper.rules(other))).toEqual([]);
    });

    test('shows its tags, the strongest first, and what stands at one', async () => {
      const keeper = await opened(keptMegram('01'), keptMegram('02'), keptMegram('03', 'abandon', other));
      expect(await keeper.overview({ strongest: 1 })).toMatchObject({
        levels: { M: 3, K: 0, C: 0 },
        tags: 2,
        strongest: [{ ...tag, count: 2 }],
      });
      expect(await keeper.tags({ space: tag.space, limit: 1 })).toMatchObject({ tags: [tag], more: 1 });
      expect(await keeper.tags({ space: 'another', limit: 9 })).toEqual({ tags: [], more: 0 });
      const { standing, entries, more, curve } = await keeper.view({ ...tag, limit: 1 });
      expect([standing.count, entries.map(({ id }) => id), more]).toEqual([2, ['02'], 1]);
      expect(curve.length).toBeGreaterThan(59);
    });

    test('forgets by id and by tag; a purge takes the content', async () => {
      const keeper = await opened(
        keptMegram('01'),
        keptMegram('02'),
        keptMegram('03', 'abandon', other),
        keptMegram('04', 'abandon', other),
      );
      expect(await keeper.forget({ id: '01', purge: false })).toEqual({ ids: ['01'], erased: false });
      expect((await keeper.find({ id: '01' })).kept).toMatchObject({ megram: { content: 'what 01 taught' }, forgotten: { purged: false } });
      expect((await keeper.forget({ tag: other, purge: true })).ids.toSorted()).toEqual(['03', '04']);
      expect((await keeper.find({ id: '03' })).kept).toMatchObject({ megram: null, forgotten: { purged: true } });
      expect(await keeper.forget({ id: 'unknown', purge: false })).toMatchObject({ ids: [] });
      expect((await keeper.overview({ strongest: 1 })).levels).toEqual({ M: 1, K: 0, C: 0 });
      expect(await keeper.erase({})).toEqual({});
      expect((await keeper.overview({ strongest: 1 })).unerased).toBe(0);
    });

    test('makes one rule of what is due, once', async () => {
      const keeper = await opened(...['01', '02', '03', '04', '05', '06'].map((id) => keptMegram(id)));
      const { clusters, more } = await keeper.due({ most: 5 });
      expect([clusters.map(({ count }) => count), more]).toEqual([[6], 0]);
      const [cluster] = clusters;
      if (!cluster) return expect.fail('nothing is due');
      const { space, entity, sigma, until } = cluster;
      const promoted = { space, entity, sigma, until, content: 'Glob finds files.' };
      const { rule } = await keeper.promote(promoted);
      expect((await keeper.rules(tag)).megrams).toMatchObject([{ id: rule, content: 'Glob finds files.', level: 'C' }]);
      expect(await keeper.promote(promoted)).toEqual({ rule }); // asked again, as by a client whose answer was lost
      expect((await keeper.rules(tag)).megrams).toHaveLength(1);
      expect(await keeper.promote({ ...promoted, ...other })).toEqual({ rule: null });
      expect(await keeper.due({ most: 5 })).toEqual({ clusters: [], more: 0 });
    });

    test('finds nothing to sweep or to mend in what is fresh', async () => {
      const keeper = await opened(keptMegram('01'), keptMegram('02', 'rule'));
      expect(await keeper.sweep({ extent: 'thorough' })).toMatchObject({
        forgotten: 0,
        demoted: 0,
        rebuilt: 0,
        verified: expect.any(Number),
      });
    });

    test('exports page by page in the order of ids, for another to import', async () => {
      const keeper = await opened(keptMegram('02'), keptMegram('01', 'rule'), keptMegram('03'));
      const first = await keeper.exportFrom({ after: null, limit: 2 });
      expect(first.kept.map(({ id }) => id)).toEqual(['01', '02']);
      const last = await keeper.exportFrom({ after: first.next, limit: 2 });
      expect([last.kept.map(({ id }) => id), last.next]).toEqual([['03'], null]);
      const next = await opened(keptMegram('03'));
      const kept = [...first.kept, ...last.kept];
      expect(await next.importAll({ kept, check: true })).toMatchObject({ refused: [] });
      expect(await next.find({ id: '01' })).toEqual({ kept: null });
      expect(await next.importAll({ kept, check: false })).toMatchObject({ added: 2, known: 1, refused: [] });
      expect((await next.exportFrom({ after: null, limit: 9 })).kept.map(({ megram: one }) => one)).toEqual(
        kept.map(({ megram: one }) => one),
      );
    });

    test('lets one at a time do what only one may do', async () => {
      const keeper = await opened();
      expect(await keeper.alone(async () => [await keeper.alone(async () => 'mine'), 'done'])).toEqual([undefined, 'done']);
      await expect(keeper.alone(() => Promise.reject(new Error('it went wrong')))).rejects.toThrow('it went wrong');
      expect(await keeper.alone(async () => 'mine')).toBe('mine');
    });

    test('takes many at once', async () => {
      const keeper = await opened();
      const ids = Array.from({ length: 30 }, (__, at) => String(at + 10));
      await Promise.all(ids.map((id) => keeper.write({ megrams: [keptMegram(id)] })));
      expect((await keeper.exportFrom({ after: null, limit: 99 })).kept.map(({ id }) => id)).toEqual(ids);
    });
  });
}
