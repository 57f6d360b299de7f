import { expect, test } from 'vitest';
import { day, newMemory } from '../../../test/support/memory.ts';
import type { Megram, MegramState } from '../../contracts/memory.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import type { Store } from '../../store/store.ts';
import type { Cluster, Keeper } from '../keeper.ts';
import { createLocalKeeper } from '../local-keeper.ts';
import { packTag, unpackTag } from '../records/pack-tag.ts';
import { asRule, dream } from './dreamer.ts';
import { quantize } from './quantize.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const never = async (): Promise<string> => expect.fail('no rule was due');

test('memories that have faded are forgotten once they are a day old, and no others', async () => {
  await using memory = await newMemory();
  const faded = await memory.write('refine', tag);
  const strong = await memory.write('accept', tag);
  memory.pass(day);
  expect(await dream(memory.keeper)).toMatchObject({ forgotten: 0 });
  memory.pass(1);
  expect(await dream(memory.keeper)).toMatchObject({ forgotten: 1, demoted: 0, promoted: 0 });
  expect((await memory.keeper.find({ id: faded })).kept).toBeNull();
  expect((await memory.keeper.find({ id: strong })).kept?.megram?.id).toBe(strong);
  memory.pass(42 * day); // ln(9) / 0.05 are 43.9
  expect(await dream(memory.keeper)).toMatchObject({ forgotten: 0 });
  memory.pass(day);
  expect(await dream(memory.keeper)).toMatchObject({ forgotten: 1 });
  expect(await memory.keeper.overview({ strongest: 5 })).toMatchObject({ levels: { M: 0, K: 0, C: 0 }, tags: 0, strongest: [] });
});

test.each([
  ['accept', 1],
  ['abandon', -1],
] as const)('a cluster of %s becomes one rule, by one call, and is not asked about again', async (state, sigma) => {
  await using memory = await newMemory();
  const asked: Cluster[] = [];
  const distil = async (cluster: Cluster) => {
    asked.push(cluster);
    return 'Use glob here. It is fast. It is also nice.';
  };
  for (let times = 0; times < 5; times += 1) await memory.write(state, tag);
  expect(await dream(memory.keeper, { distil })).toMatchObject({ promoted: 0 });
  await memory.write(state, tag);
  expect(await dream(memory.keeper, { distil })).toMatchObject({ promoted: 1, failure: undefined });
  expect(asked).toMatchObject([{ ...tag, sigma, count: 6 }]);
  expect(asked[0]?.megrams).toHaveLength(6);
  expect((await memory.keeper.rules(tag)).megrams).toMatchObject([
    { level: 'C', sigma, k: 0, f: 1, content: 'Use glob here. It is fast.' },
  ]);
  expect(await dream(memory.keeper, { distil: never })).toMatchObject({ promoted: 0 });
  expect((await memory.keeper.potentials(tag)).attention).toBeGreaterThan(5);
  expect((await memory.keeper.recent({ ...tag, n: 10 })).megrams).toEqual([]);
});

test('a model that fails leaves everything as it was, and is tried again', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const before = await memory.keeper.exportFrom({ after: null, limit: 100 });
  const failing = async () => Promise.reject(new Error('out of reach'));
  expect(await dream(memory.keeper, { distil: failing })).toMatchObject({ promoted: 0, failure: { message: 'out of reach' } });
  expect(await dream(memory.keeper, { distil: async () => ' … ' })).toMatchObject({ promoted: 0, failure: { code: 'answer_unreadable' } });
  expect(await memory.keeper.exportFrom({ after: null, limit: 100 })).toEqual(before);
  expect(await dream(memory.keeper, { distil: async () => 'Use it.' })).toMatchObject({ promoted: 1 });
});

test('memories that arrive while the model is asked stay fresh', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const late = async () => {
    memory.pass(1_000);
    await memory.write('change_path', tag, { id: 'late-m01' });
    return 'Use it.';
  };
  expect(await dream(memory.keeper, { distil: late })).toMatchObject({ promoted: 1 });
  expect((await memory.keeper.recent({ ...tag, n: 10 })).megrams).toMatchObject([{ id: 'late-m01' }]);
});

test('a promotion that is requested twice is made once', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const [cluster] = (await memory.keeper.due({ most: 100 })).clusters;
  if (!cluster) throw new Error('nothing is due');
  const { space, entity, sigma, until } = cluster;
  const asks = { space, entity, sigma, until, content: 'Use it.' };
  const first = await memory.keeper.promote(asks);
  expect(await memory.keeper.promote(asks)).toEqual(first);
  expect((await memory.keeper.rules(tag)).megrams).toHaveLength(1);
});

test('a cluster that is not due makes no rule, and memories of another sign stay', async () => {
  await using memory = await newMemory();
  await memory.write('rule', tag, { id: 'no', sigma: -1 });
  await memory.write('rule', tag, { id: 'yes', sigma: 0.5 });
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const asks = { ...tag, sigma: 1, until: Date.parse('2027-01-01'), content: 'Use it.' };
  expect(await memory.keeper.promote({ ...asks, sigma: -1 })).toEqual({ rule: null });
  const { rule } = await memory.keeper.promote(asks);
  expect((await memory.keeper.rules(tag)).megrams.map(({ id }) => id).toSorted()).toEqual(['no', rule].toSorted());
  expect(await memory.keeper.promote({ ...asks, until: asks.until + 1 })).toEqual({ rule: null });
});

test('a cluster without words does not block the next one', async () => {
  await using memory = await newMemory();
  for (const entity of ['tool:a', 'tool:b'])
    for (let times = 0; times < 6; times += 1) await memory.write('accept', { ...tag, entity }, { id: `${entity}${times}` });
  const distil = async ({ entity }: Cluster) => (entity === 'tool:a' ? "I'm sorry, I can't help with that." : 'Use it.');
  expect(await dream(memory.keeper, { distil })).toMatchObject({ promoted: 1, due: 1, failure: { code: 'answer_unreadable' } });
});

test('a thorough look finds lost sums', async () => {
  await using memory = await newMemory();
  await memory.write('accept', tag);
  await memory.tamper((key, value) => (key.startsWith('s|') ? undefined : value));
  expect(await dream(memory.keeper, { extent: 'thorough' })).toMatchObject({ verified: 1, rebuilt: 1 });
  expect((await memory.keeper.potentials(tag)).attention).toBe(0.9);
});

test('a new rule replaces only an older rule of the same sign', async () => {
  await using memory = await newMemory();
  await memory.write('rule', tag, { id: 'yes', sigma: 1 });
  await memory.write('rule', tag, { id: 'no', sigma: -1 });
  await memory.write('declared', tag, { id: 'said', sigma: 1 });
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const { rules } = await dream(memory.keeper, { distil: async () => 'Use it.' });
  const left = (await memory.keeper.rules(tag)).megrams.map(({ id }) => id);
  expect(left.toSorted()).toEqual(['said', ...rules].toSorted()); // 'no' went bankrupt
  expect((await memory.keeper.find({ id: 'yes' })).kept?.superseded?.by).toBe(rules[0]);
  expect((await memory.keeper.find({ id: 'no' })).kept?.demoted_at).toBeDefined();
});

test('a rule that the evidence contradicts becomes K and starts to fade; a fact that the person declared does not', async () => {
  await using memory = await newMemory();
  await memory.write('rule', tag, { id: 'rule' });
  await memory.write('declared', tag, { id: 'said' });
  memory.pass(10 * day);
  expect(await dream(memory.keeper)).toMatchObject({ demoted: 0 });
  await memory.write('change_approach', tag);
  expect(await dream(memory.keeper)).toMatchObject({ demoted: 1 });
  expect((await memory.keeper.rules(tag)).megrams.map(({ id }) => id)).toEqual(['said']);
  expect((await memory.keeper.overview({ strongest: 0 })).levels).toEqual({ M: 1, K: 1, C: 1 });
  const { attention, decision } = await memory.keeper.potentials(tag);
  expect(attention).toBeCloseTo(1.85, 9);
  expect(decision).toBeCloseTo(0.15, 9);
  expect(await dream(memory.keeper)).toMatchObject({ demoted: 0 });
});

/** Memories of one tag in a store that counts its reads, each a ms newer than the one before. */
async function counted(size: number) {
  const store = createInMemoryStore();
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  let written = 0;
  let reads = 0;
  const keeper = createLocalKeeper(store, { clock: () => new Date(now), onNotice: (text) => expect.fail(text) });
  const { get } = store;
  store.get = (key) => {
    reads += 1;
    return get(key);
  };
  const write = async (more: number) => {
    const megrams = Array.from({ length: more }, (): Megram => {
      now += 1;
      written += 1;
      const id = `task-${String(written).padStart(4, '0')}`;
      const created_at = new Date(now).toISOString();
      return { id, level: 'M', created_at, ...tag, content: id, state: 'accept', ...quantize('accept') };
    });
    await keeper.write({ megrams });
    return megrams.map(({ id }) => id);
  };
  const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
    reads = 0;
    await work();
    return reads;
  };
  return { keeper, write, readsOf, ids: await write(size), now: () => now };
}

test('asking what is due reads no more of a large cluster than of a small one, even if no model puts it into words', async () => {
  const reads = async (size: number) => {
    const { keeper, readsOf, ids, now } = await counted(size);
    return readsOf(async () => {
      const [cluster] = (await keeper.due({ most: 1 })).clusters;
      expect(cluster).toMatchObject({ count: size, until: now() });
      expect(cluster?.megrams.map(({ id }) => id)).toEqual(ids.slice(-20).toReversed());
    });
  };
  expect(await reads(1_000)).toBe(await reads(50));
});

test('making a rule reads no memories that are part of an earlier one', async () => {
  const reads = async (size: number) => {
    const { keeper, write, readsOf, now } = await counted(size);
    const asks = { ...tag, sigma: 1, content: 'Use it.' };
    await keeper.promote({ ...asks, until: now() });
    await write(6);
    return readsOf(async () => expect(await keeper.promote({ ...asks, until: now() })).toEqual({ rule: expect.any(String) }));
  };
  expect(await reads(500)).toBe(await reads(50));
});

test('a cluster is found although the ids of memories that became a rule are newer', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 50; times += 1) await memory.write('accept', tag, { id: `late-${times}` });
  expect(await dream(memory.keeper, { distil: async () => 'Use it.' })).toMatchObject({ promoted: 1 });
  memory.pass(1);
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag, { id: `early-${times}` });
  const [cluster] = (await memory.keeper.due({ most: 1 })).clusters;
  expect(cluster?.count).toBe(6);
  expect(cluster?.megrams.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1, 0].map((at) => `early-${at}`));
});

test('time alone makes a cluster due and a rule bankrupt; nothing needs to be written', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 7; times += 1) await memory.write('change_approach', tag);
  for (let times = 0; times < 60; times += 1) await memory.write('refine', tag);
  expect(await dream(memory.keeper, { distil: never })).toMatchObject({ promoted: 0 });
  memory.pass(day);
  expect(await dream(memory.keeper, { distil: async () => 'Avoid it.' })).toMatchObject({ promoted: 1 });

  const other = { space: 'intent:count_words', entity: 'tool:shell:wc' };
  await memory.write('rule', other, { id: 'rule' });
  await memory.write('change_approach', other);
  for (let times = 0; times < 20; times += 1) await memory.write('refine', other);
  expect(await dream(memory.keeper)).toMatchObject({ demoted: 0 });
  memory.pass(day / 2);
  expect(await dream(memory.keeper)).toMatchObject({ demoted: 1 });
});

test('a dream that dies at any write is repeated, with the same result', async () => {
  const start = Date.parse('2026-03-01T12:00:00.000Z');
  const prepared = async (store: Store) => {
    const write = (clock: number, state: MegramState, entity: string, id: string, more: Partial<Megram> = {}) => {
      const created_at = new Date(clock).toISOString();
      const level = state === 'rule' ? 'C' : 'M';
      const megram: Megram = { id, level, created_at, space: 'intent:x', entity, content: id, state, ...quantize(state), ...more };
      return createLocalKeeper(store, { clock: () => new Date(clock), onNotice: () => {} }).write({ megrams: [megram] });
    };
    for (let at = 0; at < 3; at += 1) await write(start, 'refine', 'tool:faded', `faded-${at}`);
    for (let at = 0; at < 7; at += 1) await write(start + 2 * day, 'accept', 'tool:good', `good-${at}`);
    for (let at = 0; at < 7; at += 1) await write(start + 2 * day, 'abandon', 'tool:bad', `bad-${at}`);
    await write(start + 2 * day, 'rule', 'tool:doubted', 'rule', {});
    await write(start + 2 * day, 'abandon', 'tool:doubted', 'against');
    return createLocalKeeper(store, { clock: () => new Date(start + 3 * day), onNotice: (text) => expect.fail(text) });
  };
  const endOf = async (keeper: Keeper) => ({
    kept: (await keeper.exportFrom({ after: null, limit: 100 })).kept.map(({ megram, ...facts }) => [megram?.content, Object.keys(facts)]),
    levels: (await keeper.overview({ strongest: 0 })).levels,
  });
  const distil = async ({ entity }: Cluster) => `About ${entity}.`;
  const whole = await prepared(createInMemoryStore());
  expect(await dream(whole, { distil })).toMatchObject({ forgotten: 3, demoted: 1, promoted: 2 });
  const expected = await endOf(whole);
  let deaths = 0;
  for (let writes = 0; ; writes += 1) {
    const store = createInMemoryStore();
    const keeper = await prepared(store);
    let left = writes;
    const { write } = store;
    store.write = async (changes, options) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      await write(changes, options);
    };
    const died = await dream(keeper, { distil }).then(
      ({ failure }) => failure !== undefined,
      () => true,
    );
    store.write = write;
    const again = createLocalKeeper(store, { clock: () => new Date(start + 3 * day), onNotice: (text) => expect.fail(text) });
    await dream(again, { distil });
    expect(await endOf(again)).toEqual(expected);
    if (!died && left >= 0) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(3);
});

test('two processes never dream at once', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag);
  const inside = async () => {
    expect(await dream(memory.keeper, { distil: never })).toMatchObject({ busy: true, promoted: 0 });
    return 'Use it.';
  };
  expect(await dream(memory.keeper, { distil: inside })).toMatchObject({ busy: false, promoted: 1 });
});

test('wrong sums are found and rebuilt', async () => {
  await using memory = await newMemory();
  for (let times = 0; times < 3; times += 1) await memory.write('accept', tag);
  const right = await memory.keeper.potentials(tag);
  await memory.tamper((key, value) => {
    const tag = key.startsWith('s|') ? unpackTag(value) : undefined;
    const stretch = tag?.sums.evidence[0]?.stretches[0];
    if (!tag || !stretch) return value;
    stretch[2] += 1;
    return packTag(tag);
  });
  expect(await memory.keeper.potentials(tag)).not.toEqual(right);
  expect(await dream(memory.keeper)).toMatchObject({ verified: 1, rebuilt: 1 });
  expect(await memory.keeper.potentials(tag)).toEqual(right);
  expect(memory.notices).toHaveLength(1);
  expect(await dream(memory.keeper)).toMatchObject({ verified: 1, rebuilt: 0 });
});

test.each([
  ['Use rg. It is fast. And more.', 'Use rg. It is fast.'],
  ['用 rg。很快。还有。', '用 rg。很快。'],
  ['  one\n\nline ', 'one line'],
])('a rule has at most two sentences: %j', (said, rule) => {
  expect(asRule(said)).toBe(rule);
});

test.each(['…\n', '# Heading', '- a\n- b', '{"rule": 1}', 'I’m sorry, I can’t help with that.'])(
  'an answer that is not a rule makes none: %j',
  (said) => {
    expect(() => asRule(said)).toThrow(expect.objectContaining({ code: 'answer_unreadable' }));
  },
);
