import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { oneIn } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Megram } from '../../contracts/memory.ts';
import { createInMemoryStore } from '../../store/in-memory.ts';
import { openLevel } from '../../store/level.ts';
import type { Store } from '../../store/store.ts';
import { dayMs } from '../fading/decay.ts';
import { quantize } from '../fading/quantize.ts';
import type { StoredMemory } from '../keeper.ts';
import { valueNow } from '../recall/recall.ts';
import { MemoryStore } from '../records/memory-store.ts';
import { verifyAll } from '../repair/verify.ts';
import { type Replica, replicaOf, type Told } from './replica.ts';

const start = Date.parse('2026-03-01T12:00:00.000Z');
const end = new Date(start + 60 * dayMs);
const tags = [
  { space: 'intent:find_files', entity: 'tool:glob' },
  { space: 'tool:glob', entity: 'path:src' },
] as const;

type Opened = { readonly memory: MemoryStore; readonly replica: Replica };

function opened(store: Store): Opened {
  const memory = new MemoryStore(store, { clock: () => end, onNotice: (text) => expect.fail(text), onQueued: () => {} });
  return { memory, replica: replicaOf(memory) };
}

async function onDisk(): Promise<Store> {
  const store = await openLevel(join(scratch(), 'store'));
  if (store === 'locked') return expect.fail('another process holds it');
  onTestFinished(() => store.close());
  return store;
}

/** Everything that replicas keep identical to the byte: records, facts, recalls and the indexes of what counts. */
async function recordsOf({ store }: MemoryStore): Promise<readonly (readonly [string, string])[]> {
  const all: (readonly [string, string])[] = [];
  for (const family of ['m', 'r', 'f', 'x', 'l', 'd'])
    for await (const entry of store.entries({ from: `${family}|`, to: `${family}}` })) all.push(entry);
  return all;
}

const time = fc.integer({ min: 0, max: 50 * dayMs }).map((ms) => new Date(start + ms));
const iso = time.map((at) => at.toISOString());
const id = fc.integer({ min: 1, max: 6 }).map((number) => `task${number}-m01`);

const megram = fc
  .record({ id, created_at: iso, tag: fc.constantFrom(...tags), state: fc.constantFrom('accept', 'abandon', 'rule') })
  .map(({ id, created_at, tag, state }): Megram => {
    const level = state === 'rule' ? 'C' : 'M';
    return { id, level, created_at, ...tag, content: `what ${id} taught`, state, ...quantize(state) } as Megram; // `quantize` gives the fields that depend on the state
  });

const nothing = { megram: null };
const said: fc.Arbitrary<StoredMemory> = fc.oneof(
  { weight: 4, arbitrary: megram.map((each) => ({ id: each.id, megram: each })) },
  fc.record({ id, recalled_at: iso }).map((each) => ({ ...each, ...nothing })),
  fc
    .record({ id, at: iso, into: fc.constantFrom('rule-a', 'rule-b') })
    .map(({ id, ...consolidated }) => ({ id, ...nothing, consolidated })),
  fc.record({ id, demoted_at: iso }).map((each) => ({ ...each, ...nothing })),
  fc.record({ id, at: iso, by: fc.constantFrom('rule-a', 'rule-b') }).map(({ id, ...superseded }) => ({ id, ...nothing, superseded })),
  fc.record({ id, at: iso }).map(({ id, at }) => ({ id, ...nothing, forgotten: { at, purged: false } })),
  fc.record({ id, at: iso }).map(({ id, at }) => ({ id, ...nothing, forgotten: { at, purged: false, faded: true as const } })),
  fc.record({ id, at: iso }).map(({ id, at }) => ({ id, ...nothing, forgotten: { at, purged: true } })),
);
const told: fc.Arbitrary<Told> = fc.record({ said, at: time });

/** The same messages in another order, some of them twice, cut into batches in another way. */
const twoWays = fc.array(told, { minLength: 1, maxLength: 24 }).chain((messages) => {
  const way = fc
    .tuple(fc.shuffledSubarray(messages, { minLength: messages.length }), fc.shuffledSubarray(messages), fc.integer({ min: 1, max: 8 }))
    .map(([all, twice, size]) => ({ all: [...all, ...twice], size }));
  return fc.tuple(way, way);
});

async function fold({ replica }: Opened, { all, size }: { readonly all: readonly Told[]; readonly size: number }): Promise<void> {
  for (let from = 0; from < all.length; from += size) await replica.fold(all.slice(from, from + size), { stream: 's', seq: from + size });
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a));

async function expectAlike(one: Opened, other: Opened): Promise<void> {
  expect(await recordsOf(other.memory)).toEqual(await recordsOf(one.memory));
  for (const tag of tags) {
    const [a, b] = [valueNow(one.memory, tag), valueNow(other.memory, tag)];
    expect([isNear(a.attention, b.attention), isNear(a.decision, b.decision)]).toEqual([true, true]);
  }
}

test('replicas that received the same messages in any order, with duplicates, have the same records to the byte and the same potentials', async () => {
  await fc.assert(
    fc.asyncProperty(twoWays, async ([one, other]) => {
      const replicas = [opened(createInMemoryStore()), opened(createInMemoryStore())] as const;
      await fold(replicas[0], one);
      await fold(replicas[1], other);
      await expectAlike(...replicas);
      expect(await verifyAll(replicas[0].memory)).toMatchObject({ rebuilt: 0 });
    }),
    { numRuns: 2_000 / oneIn(10) },
  );
});

test('the same is true on disk', async () => {
  await fc.assert(
    fc.asyncProperty(twoWays, async ([one, other]) => {
      const replicas = [opened(await onDisk()), opened(await onDisk())] as const;
      await fold(replicas[0], one);
      await fold(replicas[1], other);
      await expectAlike(...replicas);
    }),
    { numRuns: 40 / oneIn(10) },
  );
});

const ofOne = (id: string, more: Partial<Megram> = {}): Megram => ({
  id,
  level: 'M',
  created_at: new Date(start).toISOString(),
  ...tags[0],
  content: `what ${id} taught`,
  state: 'accept',
  ...quantize('accept'),
  ...more,
});

const at = new Date(start + 5_000);
const position = { stream: 's', seq: 1 };

test("no time is later than the server's time when it accepted the message", async () => {
  const { memory, replica } = opened(createInMemoryStore());
  const later = new Date(start + 90 * dayMs).toISOString();
  await replica.fold([{ said: { id: 'a', megram: ofOne('a', { created_at: later }) }, at }], position);
  await replica.fold([{ said: { id: 'a', megram: null, recalled_at: later, consolidated: { into: 'r', at: later } }, at }], position);
  const capped = at.toISOString();
  expect(memory.kept('a')).toMatchObject({ megram: { created_at: capped }, recalled_at: capped, consolidated: { at: capped } });
});

test('changes in a replica wait in the outbox and count when they come back', async () => {
  const { memory, replica } = opened(createInMemoryStore());
  await memory.changeDurably((batch) => batch.happened('a', undefined, { id: 'a', megram: ofOne('a') }));
  expect(memory.kept('a')).toBeUndefined();
  const waiting = await replica.outbox(10);
  expect(waiting).toMatchObject([{ kind: 'written', said: { id: 'a' } }]);
  await replica.fold([{ said: { id: 'a', megram: ofOne('a') }, at }], position);
  expect(await replica.outbox(10)).toEqual([]);
  expect(memory.kept('a')).toEqual({ id: 'a', megram: ofOne('a') });
});

test('additions to a message that is under way stay in the outbox', async () => {
  const { memory, replica } = opened(createInMemoryStore());
  const recall = (ms: number) =>
    memory.change((batch) => batch.happened('a', undefined, { id: 'a', megram: null, recalled_at: new Date(start + ms).toISOString() }));
  await recall(1);
  const underWay = await replica.outbox(10);
  await recall(2);
  await replica.sent(underWay);
  expect(await replica.outbox(10)).toMatchObject([{ kind: 'recalled', said: { recalled_at: new Date(start + 2).toISOString() } }]);
});

test('a purge removes the words from the records and the outbox, and requests that they be erased on the bus', async () => {
  const { memory, replica } = opened(createInMemoryStore());
  await memory.change((batch) => batch.happened('b', undefined, { id: 'b', megram: ofOne('b') }));
  await replica.fold([{ said: { id: 'a', megram: ofOne('a') }, at }], position);
  const gone = (id: string): Told => ({ said: { id, megram: null, forgotten: { at: at.toISOString(), purged: true } }, at });
  await replica.fold([gone('a'), gone('b')], position);
  expect(await replica.outbox(10)).toMatchObject([{ kind: 'erase', said: { id: 'a' } }]);
  expect(memory.state.purged).toBe(2);
  await replica.fold([{ said: { id: 'b', megram: ofOne('b') }, at }], position); // the memory arrives late from another machine
  expect(await replica.outbox(10)).toMatchObject([{ said: { id: 'a' } }, { kind: 'erase', said: { id: 'b' } }]);
  expect(memory.kept('b')).toMatchObject({ megram: null, forgotten: { purged: true } });
});

test('everything is sent to a new stream', async () => {
  const { replica } = opened(createInMemoryStore());
  const recalled_at = at.toISOString();
  await replica.fold(
    [
      { said: { id: 'a', megram: ofOne('a') }, at },
      { said: { id: 'a', megram: null, recalled_at, demoted_at: recalled_at }, at },
      { said: { id: 'b', megram: null, forgotten: { at: recalled_at, purged: true } }, at },
    ],
    position,
  );
  await replica.begin('another');
  expect(replica.position()).toEqual({ stream: 'another', seq: 0 });
  const kinds: string[] = [];
  for (let some = await replica.outbox(1); some.length > 0; some = await replica.outbox(1)) {
    kinds.push(...some.map(({ kind, said }) => `${kind} ${said.id}`));
    await replica.sent(some);
  }
  expect(kinds).toEqual(['gone b', 'written a', 'facts a', 'recalled a']);
});
