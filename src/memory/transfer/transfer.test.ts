import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newMemory } from '../../../test/support/memory.ts';
import { oneIn } from '../../../test/support/sample.ts';
import type { StoredMemory } from '../keeper.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };

describe('exports can be imported again', () => {
  test('completely, with every fact', async () => {
    await using memory = await newMemory();
    await using other = await newMemory();
    for (let times = 0; times < 8; times += 1) await memory.write('accept', tag);
    for (const { space, entity, sigma, until } of (await memory.keeper.due({ most: 100 })).clusters)
      await memory.keeper.promote({ space, entity, sigma, until, content: 'Use it.' });
    await memory.keeper.forget({ id: 'task1-m01', purge: true });
    await memory.keeper.forget({ id: 'task2-m01', purge: false });
    await memory.keeper.recall({ tags: [tag] });
    await memory.write('change_approach', tag, { id: 'a|b 🦊' });
    await memory.reopen();
    const { kept } = await memory.keeper.exportFrom({ after: null, limit: 100 });
    expect(await other.keeper.importAll({ kept, check: true })).toEqual({ added: 10, known: 0, refused: [] });
    expect((await other.keeper.exportFrom({ after: null, limit: 100 })).kept).toEqual([]);
    expect(await other.keeper.importAll({ kept, check: false })).toEqual({ added: 10, known: 0, refused: [] });
    expect((await other.keeper.exportFrom({ after: null, limit: 100 })).kept).toEqual(kept);
    expect(await other.keeper.potentials(tag)).toEqual(await memory.keeper.potentials(tag));
    expect(await other.keeper.importAll({ kept, check: false })).toEqual({ added: 0, known: 10, refused: [] });
    const pages: StoredMemory[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await other.keeper.exportFrom({ after: after ?? null, limit: 3 });
      pages.push(...page.kept);
      after = page.next;
    }
    expect(pages).toEqual(kept);
  });

  test('a memory known on both sides keeps the latest recall, and the first of every other fact', async () => {
    await using memory = await newMemory();
    const at = (hour: number) => new Date(Date.parse('2026-02-01T00:00:00Z') + hour * 3_600_000).toISOString();
    const id = await memory.write('accept', tag, { created_at: at(0) });
    const { megram } = (await memory.keeper.find({ id })).kept ?? {};
    const come = (facts: Partial<StoredMemory>) =>
      memory.keeper.importAll({ kept: [{ id, megram: megram ?? null, ...facts }], check: false });
    await come({ recalled_at: at(5), consolidated: { into: 'r5', at: at(5) }, superseded: { by: 'r5', at: at(5) } });
    await come({ recalled_at: at(3), consolidated: { into: 'r3', at: at(3) }, superseded: { by: 'r7', at: at(7) } });
    await come({ recalled_at: at(4), demoted_at: at(6) });
    await come({ demoted_at: at(5) });
    expect((await memory.keeper.find({ id })).kept).toEqual({
      ...{ id, megram, recalled_at: at(5), demoted_at: at(5) },
      ...{ consolidated: { into: 'r3', at: at(3) }, superseded: { by: 'r5', at: at(5) } },
    });
  });

  test('in any order, with the same result', async () => {
    const time = fc
      .integer({ min: 0, max: 20 })
      .map((hour) => new Date(Date.parse('2026-02-01T00:00:00Z') + hour * 3_600_000).toISOString());
    const facts = fc.record(
      {
        recalled_at: time,
        consolidated: fc.record({ into: fc.constantFrom('r1', 'r2'), at: time }),
        demoted_at: time,
        superseded: fc.record({ by: fc.constantFrom('r1', 'r2'), at: time }),
        forgotten: fc.record({ at: time, purged: fc.boolean() }),
      },
      { requiredKeys: [] },
    );
    const megram = {
      id: 'x',
      level: 'C',
      created_at: '2026-01-01T00:00:00.000Z',
      ...tag,
      content: 'x',
      state: 'rule',
      f: 1,
      sigma: 1,
      k: 0,
    } as const;
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { minLength: 1, maxLength: 4 }), fc.boolean(), async (all, backwards) => {
        await using one = await newMemory();
        await using two = await newMemory();
        const kept: StoredMemory[] = all.map((each) => ({ id: 'x', megram: each.forgotten?.purged ? null : megram, ...each }));
        for (const each of kept) await one.keeper.importAll({ kept: [each], check: false });
        for (const each of backwards ? kept.toReversed() : kept.toSorted(() => -1))
          await two.keeper.importAll({ kept: [each], check: false });
        const [a, b] = await Promise.all([one, two].map(({ keeper }) => keeper.exportFrom({ after: null, limit: 5 })));
        expect(a).toEqual(b);
      }),
      { numRuns: 40 / oneIn(4) },
    );
  });

  test.each<[string, Partial<StoredMemory>, RegExp]>([
    ['a time in the future', { recalled_at: '2999-01-01T00:00:00.000Z' }, /in the future/],
    ['two ids', { id: 'y' }, /two ids/],
    ['content that was erased', { forgotten: { at: '2026-01-02T00:00:00.000Z', purged: true } }, /has content, but was erased/],
    ['nothing that was not erased', { megram: null }, /no content/],
  ])('but not %s', async (_, wrong, why) => {
    await using memory = await newMemory();
    const megram = {
      id: 'x',
      level: 'M',
      created_at: '2026-01-01T00:00:00.000Z',
      ...tag,
      content: 'x',
      state: 'accept',
      f: 1,
      sigma: 1,
      k: 0,
    } as const;
    const { added, refused } = await memory.keeper.importAll({ kept: [{ id: 'x', megram, ...wrong }], check: false });
    expect([added, refused]).toEqual([0, [{ id: wrong.id ?? 'x', why: expect.stringMatching(why) }]]);
  });

  test('and another memory under the same id is refused', async () => {
    await using memory = await newMemory();
    const id = await memory.write('accept', tag);
    const { kept } = await memory.keeper.find({ id });
    if (!kept?.megram) throw new Error('it was not written');
    const { refused } = await memory.keeper.importAll({ kept: [{ id, megram: { ...kept.megram, f: 0.5 } }], check: false });
    expect(refused).toMatchObject([{ id, why: expect.stringContaining('never change') }]);
  });
});
