import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { day, newMemory } from '../../test/support/memory.ts';
import { ArtooError } from '../contracts/errors.ts';
import { createInMemoryStore } from '../store/in-memory.ts';
import { quantize } from './fading/quantize.ts';
import { createLocalKeeper, openLocalKeeper } from './local-keeper.ts';
import { openKeeper } from './memory.ts';
import { potentials } from './recall/potentials.ts';
import { activeMemory, currentMegram } from './records/active-memory.ts';
import { keys } from './records/keys.ts';

const tag = { space: 'intent:find_files', entity: 'tool:glob' };

test.each([
  ['bars and escapes', 'a|b~c~0~1~u1234'],
  ['lines', 'one\ntwo\r\n\tthree\0'],
  ['emoji', '🦊🏳️‍🌈'],
  ['Chinese', '查找最大的文件'],
  ['half a character', 'a\ud83eb\udd8a'],
  ['10 kB', 'x'.repeat(10_240)],
  ['10 kB of Chinese', '查'.repeat(10_240)],
])('a tag may be any text: %s', async (_, text) => {
  await using memory = await newMemory();
  const odd = { space: `intent:${text}`, entity: `path:${text}` };
  const id = await memory.write('accept', odd, { id: text.slice(0, 200) });
  await memory.write('abandon', { space: `${odd.space}x`, entity: odd.entity });
  expect(await memory.keeper.potentials(odd)).toEqual({ attention: 0.9, decision: 0.9, action: 'Exploit' });
  expect((await memory.keeper.recent({ ...odd, n: 5 })).megrams).toMatchObject([{ id, ...odd }]);
  expect((await memory.keeper.recall({ tags: [odd] })).space).toBe(odd.space);
  await memory.keeper.forget({ tag: odd, purge: true });
  expect(await memory.keeper.potentials(odd)).toEqual({ attention: 0, decision: 0, action: 'Ignore' });
});

test('tags whose keys grow byte by byte are never taken for each other', async () => {
  await using memory = await newMemory();
  const tags = Array.from({ length: 120 }, (_, at) => ({ space: 'tool:x', entity: `path:${'é你🦊'.repeat(at)}${at % 3 ? 'a' : ''}` }));
  for (const [at, each] of tags.entries()) await memory.write('accept', each, { f: (at + 1) / 200 });
  for (const [at, each] of tags.entries()) expect((await memory.keeper.potentials(each)).attention).toBeCloseTo((at + 1) / 200, 12);
});

test.each([
  [{ f: Number.NaN }],
  [{ f: 1.1 }],
  [{ f: -0.1 }],
  [{ sigma: 2 }],
  [{ sigma: Number.NaN }],
  [{ k: -1 }],
  [{ k: Number.POSITIVE_INFINITY }],
  [{ k: Number.NaN }],
  [{ level: 'T' as const }],
  [{ level: 'C' as const, k: 0.1 }],
  [{ space: '' }],
  [{ space: 'x'.repeat(40_000) }],
  [{ created_at: 'yesterday' }],
])('values out of range are refused, and nothing is written: %j', async (wrong) => {
  await using memory = await newMemory();
  await expect(memory.write('accept', tag, wrong)).rejects.toMatchObject({ code: 'memory_refused' });
  expect((await memory.keeper.exportFrom({ after: null, limit: 10 })).kept).toEqual([]);
});

test('a clock that is set back makes time stand still, and memories written meanwhile count in full', async () => {
  await using memory = await newMemory();
  await memory.write('accept', tag);
  memory.pass(10 * day);
  await memory.write('accept', tag);
  const { attention } = await memory.keeper.potentials(tag);
  memory.pass(-1000 * day);
  await memory.reopen();
  expect((await memory.keeper.potentials(tag)).attention).toBe(attention);
  await memory.write('accept', tag);
  expect((await memory.keeper.potentials(tag)).attention).toBeCloseTo(attention + 0.9, 12);
  expect(await memory.keeper.overview({ strongest: 0 })).toMatchObject({ ahead_ms: 1000 * day });
});

test('a memory that cannot be read is reported once and skipped, and the sums are rebuilt without it', async () => {
  await using memory = await newMemory();
  await memory.write('accept', tag, { id: 'good' });
  await memory.write('accept', tag, { id: 'bad' });
  await memory.tamper((key, value) => (key === 'm|bad' ? '{"id":"bad","level":' : value));
  expect((await memory.keeper.recent({ ...tag, n: 5 })).megrams).toMatchObject([{ id: 'good' }]);
  expect((await memory.keeper.view({ ...tag, limit: 5 })).entries).toHaveLength(1);
  expect((await memory.keeper.exportFrom({ after: null, limit: 5 })).kept).toHaveLength(1);
  expect(memory.notices).toEqual([expect.stringContaining('m|bad')]);
  expect(await memory.keeper.sweep({ extent: 'usual' })).toMatchObject({ rebuilt: 1 });
  expect((await memory.keeper.potentials(tag)).attention).toBe(0.9);
});

test('a store of a newer artoo is not touched', async () => {
  await using memory = await newMemory();
  await memory.write('accept', tag);
  await expect(memory.tamper((key, value) => (key === 'n|' ? value.replace('"format":1', '"format":2') : value))).rejects.toMatchObject({
    code: 'memory_too_new',
  });
});

test('a log that ends in the middle of a write loses that write alone', async () => {
  await using memory = await newMemory();
  const first = await memory.write('accept', tag);
  const copy = await mkdtemp(join(tmpdir(), 'artoo-memory-'));
  const sizes = logsIn(join(memory.folder, 'store')).map(({ size }) => size);
  await memory.write('accept', tag);
  cpSync(join(memory.folder, 'store'), join(copy, 'store'), { recursive: true }); // as a killed process leaves it
  for (const { path, size } of logsIn(join(copy, 'store'))) truncateSync(path, Math.max(sizes[0] ?? 0, size - 40));
  await using after = await newMemory(copy);
  expect((await after.keeper.exportFrom({ after: null, limit: 5 })).kept).toMatchObject([{ id: first }]);
  expect((await after.keeper.potentials(tag)).attention).toBe(0.9);
  await rm(copy, { recursive: true, force: true });
});

const logsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => ({ path: join(folder, name), size: statSync(join(folder, name)).size }));

test('a folder that is not a store gives an error that says what to do', async () => {
  const home = await mkdtemp(join(tmpdir(), 'artoo-memory-'));
  const memory = await newMemory(home);
  await memory.write('accept', tag);
  await memory.keeper.close();
  for (const name of readdirSync(join(home, 'store')).filter((each) => each.startsWith('MANIFEST')))
    truncateSync(join(home, 'store', name), 10);
  await expect(openLocalKeeper(join(home, 'store'), { clock: () => new Date(), onNotice: () => {} })).rejects.toMatchObject({
    code: 'memory_damaged',
    hint: expect.stringContaining('import'),
  });
  await rm(home, { recursive: true, force: true });
});

test.skipIf(process.getuid?.() !== 0)(
  'a full disk refuses what does not fit, keeps what was acknowledged, and takes more when there is room',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'artoo-memory-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', home]);
    try {
      const options = { clock: () => new Date(), onNotice: () => {} };
      const keeper = openKeeper(home, options);
      const kept: string[] = [];
      const write = async (id: string, content: string) => {
        const created_at = new Date().toISOString();
        await keeper.write({ megrams: [{ id, level: 'M', created_at, ...tag, content, state: 'accept', ...quantize('accept') }] });
        kept.push(id);
      };
      const noise = () => Array.from({ length: 40_000 }, () => Math.random().toString(36)[2] ?? '').join('');
      const refused: unknown[] = [];
      for (let times = 0; refused.length < 3; times += 1) await write(`full-${times}`, noise()).catch((error) => refused.push(error));
      expect(kept.length).toBeGreaterThan(3);
      expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: expect.stringMatching(/memory_un(writable|available)/) })));
      execFileSync('mount', ['-o', 'remount,size=64m', home]);
      for (let times = 0; times < 20; times += 1) await write(`room-${times}`, 'there is room again');
      cpSync(join(home, 'store'), join(home, 'copy', 'store'), { recursive: true }); // as a killed process leaves it
      await using after = await newMemory(join(home, 'copy'));
      const found = (await after.keeper.exportFrom({ after: null, limit: 1_000 })).kept.map(({ id }) => id);
      expect(found.toSorted()).toEqual(kept.toSorted());
      expect((await after.keeper.overview({ strongest: 1 })).strongest).toMatchObject([{ count: kept.length }]);
      await keeper.close();
    } finally {
      execFileSync('umount', ['-l', home]);
    }
  },
);

test('purged words are gone from the disk, cannot come back, and leave a tombstone', async () => {
  await using memory = await newMemory();
  const secret = 'qZ7fV3kX9bN1mL5tR8wY2cH6dJ4gP0s';
  const id = await memory.write('accept', tag, { content: secret });
  const other = await memory.write('accept', tag);
  const young = await memory.write('accept', tag, { content: `${secret} again` });
  const onDisk = () =>
    readdirSync(join(memory.folder, 'store')).some((name) => readFileSync(join(memory.folder, 'store', name)).includes(secret));
  expect(onDisk()).toBe(true);
  expect(await memory.keeper.forget({ id, purge: false })).toEqual({ ids: [id], erased: false });
  expect((await memory.keeper.find({ id })).kept?.megram?.content).toBe(secret);
  expect(await memory.keeper.forget({ id, purge: true })).toEqual({ ids: [id], erased: true });
  await memory.keeper.forget({ id: young, purge: true });
  expect(onDisk()).toBe(false);
  expect((await memory.keeper.find({ id })).kept).toMatchObject({ megram: null, forgotten: { purged: true } });
  await memory.write('accept', tag, { id, content: secret });
  expect((await memory.keeper.find({ id })).kept?.megram).toBeNull();
  expect((await memory.keeper.potentials(tag)).attention).toBe(0.9);
  expect((await memory.keeper.recent({ ...tag, n: 5 })).megrams.map((each) => each.id)).toEqual([other]);
});

test('the name of a purged tag is erased too if nothing else uses it, except where LevelDB keeps a key for each level', async () => {
  await using memory = await newMemory();
  const rare = { space: 'intent:zyxwvut_qponmlk', entity: 'path:zyxwvut/qponmlk.md' };
  await memory.write('accept', rare);
  for (let at = 0; at < 50; at += 1) await memory.write('accept', tag);
  await memory.reopen(); // so that the memory is in a table of the store
  const store = join(memory.folder, 'store');
  const files = () => readdirSync(store).filter((name) => readFileSync(join(store, name)).includes('zyxwvut'));
  expect(files().join(' ')).toMatch(/\.(?:ldb|log)/);
  await memory.keeper.forget({ tag: rare, purge: true });
  await memory.reopen();
  expect(files().filter((name) => !name.startsWith('MANIFEST'))).toEqual([]);
  expect((await memory.keeper.overview({ strongest: 5 })).strongest).toMatchObject([{ ...tag, count: 50 }]);
});

test('nothing is written while the clock is out of range', async () => {
  await using memory = await newMemory();
  const id = await memory.write('accept', tag);
  memory.pass(8_000 * 366 * day);
  await expect(memory.keeper.forget({ id, purge: false })).rejects.toMatchObject({
    code: 'memory_refused',
    message: expect.stringContaining('past the year 9999'),
  });
  await expect(memory.keeper.recall({ tags: [tag] })).rejects.toMatchObject({ code: 'memory_refused' });
  memory.pass(-8_000 * 366 * day);
  expect((await memory.keeper.find({ id })).kept).toMatchObject({ id, megram: { content: expect.any(String) } });
  expect((await memory.keeper.potentials(tag)).attention).toBe(0.9);
});

test('sums that were folded at a later time are right when the clock is set back', async () => {
  await using memory = await newMemory();
  const ids: string[] = [];
  for (const _ of [1, 2, 3]) {
    ids.push(await memory.write('accept', tag, { k: 3 }));
    memory.pass(3 * day);
  }
  memory.pass(100 * day);
  await memory.keeper.forget({ id: ids[2] ?? '', purge: false });
  memory.pass(-100 * day);
  const { kept } = await memory.keeper.exportFrom({ after: null, limit: 10 });
  const { now } = await memory.keeper.overview({ strongest: 0 });
  const scan = potentials(
    kept.filter((each) => activeMemory(each)).flatMap((each) => currentMegram(each) ?? []),
    new Date(now),
  );
  expect(Math.abs((await memory.keeper.potentials(tag)).attention - scan.attention)).toBeLessThan(1e-9);
});

test('the record of a tag does not grow with faded memories', async () => {
  await using memory = await newMemory();
  const sizes: number[] = [];
  for (let times = 0; times < 40; times += 1) {
    await memory.write('accept', tag, { k: 1_000, id: `x-m${times}` });
    memory.pass(day);
    await memory.tamper((key, value) => {
      if (key.startsWith('s|')) sizes.push(value.length);
      return value;
    });
  }
  expect(sizes.at(-1)).toBeLessThan(2 * (sizes[10] ?? 0));
});

test('writes are durable, and a change that throws does not affect the others', async () => {
  const store = createInMemoryStore();
  const { write, get } = store;
  const durable: boolean[] = [];
  store.write = (changes, options) => {
    durable.push(options.durable);
    return write(changes, options);
  };
  const keeper = createLocalKeeper(store, { clock: () => new Date(), onNotice: (text) => expect.fail(text) });
  const megram = (id: string, entity: string) =>
    ({
      id,
      level: 'M',
      created_at: new Date().toISOString(),
      space: 's',
      entity,
      content: id,
      state: 'accept',
      ...quantize('accept'),
    }) as const;
  store.get = (key) => {
    if (key === keys.sums({ space: 's', entity: 'bad' })) throw new ArtooError('memory_damaged', 'a bad block');
    return get(key);
  };
  const writes = [megram('a', 'good'), megram('b', 'bad'), megram('c', 'good')].map((each) => keeper.write({ megrams: [each] }));
  expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  store.get = get;
  expect(durable).toEqual([true]);
  expect((await keeper.exportFrom({ after: null, limit: 10 })).kept.map(({ id }) => id)).toEqual(['a', 'c']);
  expect((await keeper.overview({ strongest: 0 })).levels).toEqual({ M: 2, K: 0, C: 0 });
});

test('a clock that fails once does not hold up later writes', async () => {
  let clock = new Date(Number.NaN);
  const keeper = createLocalKeeper(createInMemoryStore(), { clock: () => clock, onNotice: () => {} });
  const created_at = '2026-03-01T00:00:00.000Z';
  const megram = { id: 'a', level: 'M', created_at, ...tag, content: '', state: 'accept', ...quantize('accept') } as const;
  await expect(keeper.write({ megrams: [megram] })).rejects.toMatchObject({ code: 'memory_refused' });
  clock = new Date('2026-03-02T00:00:00.000Z');
  expect(await keeper.write({ megrams: [megram] })).toEqual({ written: 1 });
});

test('a store that has lost its CURRENT is not taken for a new one', async () => {
  const home = await mkdtemp(join(tmpdir(), 'artoo-memory-'));
  const memory = await newMemory(home);
  await memory.write('accept', tag);
  await memory.keeper.close();
  const before = readdirSync(join(home, 'store')).filter((name) => name !== 'CURRENT');
  await rm(join(home, 'store', 'CURRENT'));
  const held = openLocalKeeper(join(home, 'store'), { clock: () => new Date(), onNotice: () => {} });
  await expect(held).rejects.toMatchObject({ code: 'memory_damaged' });
  expect(readdirSync(join(home, 'store'))).toEqual(before);
  await rm(home, { recursive: true, force: true });
});

test('a folder that cannot be created is an error at once', async () => {
  await expect(openLocalKeeper('/proc/nope/store', { clock: () => new Date(), onNotice: () => {} })).rejects.toMatchObject({
    code: 'memory_unavailable',
  });
});
