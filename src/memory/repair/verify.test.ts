/** Damage is reported, skipped, and repaired from the data that remains. */
import { expect, test } from 'vitest';
import { day, type MemoryAt, newMemory } from '../../../test/support/memory.ts';
import type { Megram } from '../../contracts/memory.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import type { Store } from '../../store/store.ts';
import { dream } from '../fading/dreamer.ts';
import { quantize } from '../fading/quantize.ts';
import { createLocalKeeper } from '../local-keeper.ts';
import { keys } from '../records/keys.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };
const other = { space: 'intent:find_files', entity: 'tool:shell' };
const third = { space: 'tool:glob', entity: 'path:notes' };

async function stocked(): Promise<MemoryAt> {
  const memory = await newMemory();
  for (const each of [tag, other, third]) for (let times = 0; times < 3; times += 1) await memory.write('accept', each);
  await memory.write('rule', tag);
  await memory.keeper.recall({ tags: [tag] });
  await memory.reopen(); // so that the rule is marked as recalled
  return memory;
}

const everything = async ({ keeper }: MemoryAt) => ({
  overview: await keeper.overview({ strongest: 9 }),
  recall: await keeper.recall({ tags: [tag, other, third] }),
  alike: await keeper.recall({ tags: [{ ...tag, space: 'intent:find_all_files' }] }),
  exported: (await keeper.exportFrom({ after: null, limit: 99 })).kept,
});

test.each<[string, string | undefined]>([
  ['cannot be read', 'xx'],
  [
    'has a time beyond all dates',
    '{"format":1,"newest":1e300,"M":9,"K":0,"C":1,"tags":3,"counted":true,"purged":0,"erased":0,"verified":""}',
  ],
  ['is gone', undefined],
])('a memory whose record of itself %s is whole', async (_, text) => {
  await using memory = await stocked();
  const before = await everything(memory);
  await memory.tamper((key, value) => (key === 'n|' ? text : value));
  const { overview, ...rest } = await everything(memory);
  expect({ ...rest, overview: { ...overview, unerased: 0 } }).toEqual(before);
  expect(overview.unerased).toBe(text === undefined ? 0 : 1); // it is unknown
  expect(before.overview).toMatchObject({ levels: { M: 9, K: 0, C: 1 }, tags: 3 });
  expect(memory.notices.join(' ')).toMatch(text === undefined ? /^$/ : /the state of the memory cannot be read/);
  await memory.write('accept', tag);
  expect((await memory.keeper.overview({ strongest: 1 })).levels).toEqual({ M: 10, K: 0, C: 1 });
});

test.each([
  ['at their tags', 'x|'],
  ['at their levels', 'l|'],
  ['by their deaths', 'd|'],
  ['in sums', 's|'],
  ['at some tags', 'x|intent'],
  ['by their kind', 'i|'],
  ['by the words of their kind', 'w|'],
])('memories that are missing from the index %s are added again by a thorough dream', async (_, family) => {
  await using memory = await stocked();
  const before = await everything(memory);
  await memory.tamper((key, value) => (key.startsWith(family) ? undefined : value));
  await dream(memory.keeper, { extent: 'thorough' });
  expect(await everything(memory)).toEqual(before);
  memory.pass(100 * day);
  await dream(memory.keeper);
  expect((await memory.keeper.overview({ strongest: 9 })).levels).toEqual({ M: 0, K: 0, C: 1 });
});

test.each([
  ['a rule can be made', 'p|', { promoted: 1 }],
  ['a rule can be bankrupt', 'b|', { demoted: 1 }],
])('if the store has lost that %s, a thorough dream finds it out again', async (_, family, came) => {
  await using memory = await newMemory();
  const against = { sigma: -1 };
  if (family === 'b|') await memory.write('rule', tag);
  for (let times = 0; times < 6; times += 1) await memory.write('accept', tag, family === 'b|' ? against : {});
  await memory.tamper((key, value) => (key.startsWith(family) ? undefined : value));
  const distil = family === 'p|' ? async () => 'Use it.' : undefined;
  expect(await dream(memory.keeper, { extent: 'brief', distil })).toMatchObject({ promoted: 0, demoted: 0 });
  await dream(memory.keeper, { extent: 'thorough' });
  expect(await dream(memory.keeper, { distil })).toMatchObject(came);
});

test('memories whose records are gone are not counted after a thorough dream', async () => {
  await using memory = await stocked();
  await memory.tamper((key, value) => (key.startsWith('m|task1-') ? undefined : value));
  await dream(memory.keeper, { extent: 'thorough' });
  const { f } = quantize('accept');
  expect((await memory.keeper.potentials(tag)).attention).toBeCloseTo(2 * f, 9);
  expect((await memory.keeper.overview({ strongest: 9 })).levels).toEqual({ M: 8, K: 0, C: 1 });
});

test('a thorough dream changes nothing in a sound store except its state', async () => {
  const store = createInMemoryStore();
  const keeper = createLocalKeeper(store, { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  const spaces = ['intent:find_files', 'intent:find_large_files', 'intent:', 'intentional', 'intent:🦊|~', 'tool:shell', 'global'];
  const entities = ['tool:shell:du', 'tool:glob', 'env:local', 'path:a|b', 'user'];
  const all = spaces.flatMap((space) => entities.flatMap((entity) => Array.from({ length: 6 }, (_, at) => ({ space, entity, at }))));
  const created_at = new Date().toISOString();
  await keeper.write({
    megrams: all.map(({ at, ...each }) => ({
      ...{ id: `${each.space} ${each.entity}-m${at}`, level: 'M', created_at, ...each, content: 'x' },
      ...(at === 5 ? { state: 'abandon', ...quantize('abandon') } : { state: 'accept', ...quantize('accept') }),
    })),
  });
  await dream(keeper, { distil: async () => 'Use it.' });
  for (const { at, ...tag } of all)
    if (at === 0 && tag.entity !== 'user') await keeper.forget({ id: `${tag.space} ${tag.entity}-m0`, purge: false });
  await keeper.forget({ tag: { space: 'intent:find_large_files', entity: 'tool:shell:du' }, purge: true });
  const whole = async () => {
    const found: (readonly [string, string])[] = [];
    for await (const entry of store.entries({ from: '', to: '~' })) if (entry[0] !== keys.state) found.push(entry);
    return found;
  };
  const before = await whole();
  expect(await dream(keeper, { extent: 'thorough' })).toMatchObject({ forgotten: 0, demoted: 0, rebuilt: 0 });
  expect(await whole()).toEqual(before);
});

test('index entries without a record are removed', async () => {
  await using memory = await stocked();
  const rule = await memory.write('rule', other, { id: 'rule' });
  for (let times = 0; times < 6; times += 1) await memory.write('abandon', other);
  expect(await dream(memory.keeper)).toMatchObject({ demoted: 1 });
  await memory.tamper((key, value) =>
    key === keys.facts(rule) || key === keys.record('task1-m01') || key === keys.entry(tag, 'task1-m01') ? undefined : value,
  );
  await dream(memory.keeper, { extent: 'thorough' });
  const { levels } = await memory.keeper.overview({ strongest: 1 });
  const { kept } = await memory.keeper.exportFrom({ after: null, limit: 99 });
  expect(levels).toEqual({ M: 14, K: 0, C: 2 });
  expect(kept).toHaveLength(16);
});

test('index entries of memories that do not exist are removed', async () => {
  const store = createInMemoryStore();
  const keeper = createLocalKeeper(store, { clock: () => new Date(), onNotice: () => {} });
  const created_at = new Date().toISOString();
  await keeper.write({ megrams: [{ id: 'a', level: 'M', created_at, ...tag, content: 'x', state: 'accept', ...quantize('accept') }] });
  const files = [keys.entry(tag, 'ghost'), keys.level('K', 'ghost')];
  await store.write(
    files.map((key) => ({ type: 'put', key, value: '' })),
    { durable: true },
  );
  expect(await dream(keeper, { extent: 'thorough' })).toMatchObject({ verified: 1, rebuilt: 1 });
  expect(files.map(store.get)).toEqual([undefined, undefined]);
  expect((await keeper.overview({ strongest: 1 })).levels).toEqual({ M: 1, K: 0, C: 0 });
});

test('purged words that return with an older file are erased again', async () => {
  const inner = createInMemoryStore();
  let erased = 0;
  const store: Store = {
    ...inner,
    async erase() {
      erased += 1;
    },
  };
  const keeper = createLocalKeeper(store, { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  const created_at = new Date().toISOString();
  await keeper.write({ megrams: [{ id: 'a', level: 'M', created_at, ...tag, content: 'x', state: 'accept', ...quantize('accept') }] });
  const value = store.get(keys.record('a')) ?? '';
  await keeper.forget({ id: 'a', purge: true });
  expect(erased).toBe(1);
  await store.write([{ type: 'put', key: keys.record('a'), value }], { durable: true });
  await dream(keeper, { extent: 'thorough' });
  expect(store.get(keys.record('a'))).toBeUndefined();
  await keeper.erase({});
  expect(erased).toBe(2);
  expect((await keeper.find({ id: 'a' })).kept).toMatchObject({ megram: null, forgotten: { purged: true } });
});

test('memories that are written during a recount are counted once', async () => {
  const store = createInMemoryStore();
  const created_at = new Date().toISOString();
  const megram = (id: string): Megram => ({ id, level: 'M', created_at, ...tag, content: 'x', state: 'accept', ...quantize('accept') });
  let meanwhile: Promise<unknown> | undefined;
  const busy: Store = {
    ...store,
    async keys(range) {
      if (range.from === 'l|M|') meanwhile ??= keeper.write({ megrams: [megram('c')] });
      await meanwhile;
      return store.keys(range);
    },
  };
  const keeper = createLocalKeeper(busy, { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  await keeper.write({ megrams: [megram('a'), megram('b')] });
  expect((await keeper.overview({ strongest: 1 })).levels).toEqual({ M: 3, K: 0, C: 0 });
  expect(meanwhile).toBeDefined();
  expect(JSON.parse(store.get(keys.state) ?? '')).toMatchObject({ counted: true, M: 3 });
});
