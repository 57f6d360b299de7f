import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { treeOf } from '../../../test/support/changing-tree.ts';
import { startNats } from '../../../test/support/nats.ts';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { isProof, oneIn } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { type Bus, openBus } from '../bus.ts';
import { openObjects } from '../objects/objects.ts';
import { makeStreams } from '../streams.ts';
import { createCheckout } from './checkout.ts';
import { createSnapshots, type Snapshot, type SnapshotLimits } from './take-snapshot.ts';
import { createTrees } from './trees.ts';

const { signal } = new AbortController();

/** A host and a worker that share only a bus. */
async function hostAndWorker(limits?: SnapshotLimits) {
  const server = await startNats();
  const opened = async (): Promise<Bus> => {
    const bus = await openBus(busAddress(server.url));
    onTestFinished(() => bus.close());
    return bus;
  };
  const [ofHost, ofWorker] = [await opened(), await opened()];
  await makeStreams(ofHost);
  const folder = scratch();
  const [real, restored] = [join(folder, 'real'), join(folder, 'restored')];
  mkdirSync(real);
  const snapshots = createSnapshots(openObjects(ofHost), limits);
  const objects = openObjects(ofWorker);
  const checkout = createCheckout(restored, { objects, trees: createTrees(objects) });
  const take = () => snapshots.take({ roots: [real], gate: gateOf().for({ cwd: real }), signal });
  const taken = async (): Promise<Snapshot> => {
    const found = await take();
    if ('why' in found) throw new Error(found.why);
    return found;
  };
  const filled = async (snapshot: Snapshot) => {
    const [root] = snapshot.roots;
    if (!root) throw new Error('no root');
    return checkout.fill(root, signal);
  };
  const messages = async () => (await ofHost.manager.streams.info(ofHost.names.stream('object'))).state.messages;
  return { ofHost, real, restored, take, taken, filled, messages, checkout };
}

type Place = Awaited<ReturnType<typeof hostAndWorker>>;

async function expectRestored({ real, restored, taken, filled }: Place): Promise<void> {
  await filled(await taken());
  expect(treeOf(restored)).toEqual(treeOf(real));
}

test('what is restored equals what was taken: contents, modes, times, links, pipes and empty folders', async () => {
  const place = await hostAndWorker();
  const { real } = place;
  mkdirSync(join(real, 'a/b/empty'), { recursive: true });
  writeFileSync(join(real, 'a/text'), 'text\n');
  writeFileSync(join(real, 'a/b/binary'), Buffer.from([0, 255, 254, 10, 13, 0]));
  writeFileSync(join(real, 'nothing'), '');
  writeFileSync(join(real, 'five'), Buffer.alloc(5 * 1024 ** 2, 'five'));
  writeFileSync(join(real, 'ünïcödé "quoted"\nname'), 'x');
  writeFileSync(join(real, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync('../real/a/text', join(real, 'link'));
  symlinkSync('/nowhere/at/all', join(real, 'dangling'));
  symlinkSync(Buffer.from([0x66, 0xff]), join(real, 'bytes'));
  execFileSync('mkfifo', [join(real, 'pipe')]);
  utimesSync(join(real, 'a/text'), 1_000_000, 1_000_000.123456);
  chmodSync(join(real, 'a/b'), 0o555);
  utimesSync(join(real, 'a'), 5, 5);
  await expectRestored(place);
  chmodSync(join(real, 'a/b'), 0o755);
});

test('the second time, only what changed is sent, and only that changes at the worker', async () => {
  const place = await hostAndWorker();
  const { real, messages } = place;
  for (let at = 0; at < 20; at += 1) {
    mkdirSync(join(real, `folder-${at}`));
    for (let file = 0; file < 3; file += 1) writeFileSync(join(real, `folder-${at}`, `${file}.txt`), `${at} ${file}`);
  }
  await expectRestored(place);
  const before = await messages();
  await expectRestored(place);
  expect(await messages()).toBe(before);
  writeFileSync(join(real, 'folder-3/2.txt'), 'changed');
  await expectRestored(place);
  expect(await messages()).toBe(before + 3); // the file, and the lists of its folder and of the root folder
});

test('a change of the same length right after a snapshot is seen', async () => {
  const place = await hostAndWorker();
  for (const text of ['one', 'two', 'six', 'ten']) {
    writeFileSync(join(place.real, 'file'), text);
    await expectRestored(place);
  }
});

test('secret places, sockets and devices are closed, and neither their content nor their list travels', async () => {
  const { real, taken, filled, ofHost } = await hostAndWorker();
  mkdirSync(join(real, '.ssh'));
  writeFileSync(join(real, '.ssh/id_ed25519'), 'PRIVATE-AND-SECRET');
  writeFileSync(join(real, '.env'), 'TOKEN=PRIVATE-AND-SECRET');
  linkSync(join(real, '.ssh/id_ed25519'), join(real, 'other-name'));
  writeFileSync(join(real, 'plain'), 'plain');
  const server = createServer().listen(join(real, 'socket'));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const snapshot = await taken();
  const closed = await filled(snapshot);
  const wanted = ['.env', 'socket'].map((name) => join(real, name));
  expect([...snapshot.closed].sort()).toEqual(expect.arrayContaining(wanted));
  expect(closed).toEqual(expect.arrayContaining([{ path: join(real, 'socket'), isFolder: false }]));
  expect(closed.map(({ path }) => path).sort()).toEqual([...snapshot.closed].sort());
  const { messagesOf } = await import('../read.ts');
  for await (const { data } of messagesOf(ofHost, 'object', ofHost.names.all('object')))
    expect(Buffer.from(data).toString()).not.toContain('TOKEN=');
});

test('a file that cannot be read is closed', { skip: process.geteuid?.() === 0 }, async () => {
  const { real, taken, filled } = await hostAndWorker();
  writeFileSync(join(real, 'unreadable'), 'x', { mode: 0 });
  mkdirSync(join(real, 'unlistable'), { mode: 0o111 });
  const snapshot = await taken();
  expect([...snapshot.closed].sort()).toEqual([join(real, 'unlistable'), join(real, 'unreadable')]);
  expect(await filled(snapshot)).toHaveLength(2);
});

test('too many files, too many bytes and names that are not UTF-8 stay on the host, and it says why', async () => {
  const limits = { ignored: { files: 3, bytes: 1_000 }, all: { files: 10, bytes: 5_000 } };
  const { real, take, taken } = await hostAndWorker(limits);
  mkdirSync(join(real, 'node_modules'));
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(real, 'node_modules', name), 'x');
  expect(await take()).toMatchObject({ why: expect.stringContaining('ignored files') });
  execFileSync('git', ['init', '-q', real]); // git does not ignore them
  rmSync(join(real, '.git'), { recursive: true });
  renameSync(join(real, 'node_modules'), join(real, 'sources'));
  expect((await taken()).known.size).toBe(6);
  truncateSync(join(real, 'sources/a'), 6_000);
  expect(await take()).toMatchObject({ why: expect.stringContaining('more than travels') });
  truncateSync(join(real, 'sources/a'), 1);
  writeFileSync(Buffer.concat([Buffer.from(`${real}/`), Buffer.from([0xff, 0x41])]), 'x');
  expect(await take()).toMatchObject({ why: expect.stringContaining('UTF-8') });
});

test('files of another user stay on the host', { skip: process.geteuid?.() !== 0 }, async () => {
  const { real, take } = await hostAndWorker();
  writeFileSync(join(real, 'file'), 'x');
  chownSync(join(real, 'file'), 12_345, 12_345);
  expect(await take()).toMatchObject({ why: expect.stringContaining('another user') });
});

test('what git ignores is counted as ignored, whatever its name', async () => {
  const { real, take } = await hostAndWorker({ ignored: { files: 50, bytes: 1_000 }, all: { files: 1_000, bytes: 100_000 } });
  execFileSync('git', ['init', '-q', real]);
  writeFileSync(join(real, '.gitignore'), 'output\n');
  mkdirSync(join(real, 'output'));
  writeFileSync(join(real, 'output/large'), 'x'.repeat(900));
  writeFileSync(join(real, 'source'), 'x'.repeat(5_000));
  expect(await take()).not.toHaveProperty('why');
  writeFileSync(join(real, 'output/large'), 'x'.repeat(1_100));
  expect(await take()).toMatchObject({ why: expect.stringContaining('ignored files') });
});

test('a snapshot with a missing content cannot be restored, and what was missing is sent again once it is forgotten', async () => {
  const place = await hostAndWorker();
  const { real, restored, ofHost, taken, filled } = place;
  writeFileSync(join(real, 'file'), 'content');
  const snapshot = await taken();
  await ofHost.manager.streams.purge(ofHost.names.stream('object'));
  await expect(filled(snapshot)).rejects.toMatchObject({ code: 'object_missing' });
  expect(readdirSync(dirname(restored))).not.toContain('restored');
});

/** The steps of a random program, which leaves a tree of files. */
const names = fc.constantFrom('a', 'b', 'c', 'd', 'with space', '-dash', '.hidden');
const step = fc.oneof(
  fc.record({
    do: fc.constant('write' as const),
    at: fc.array(names, { minLength: 1, maxLength: 3 }),
    text: fc.string({ maxLength: 40 }),
    mode: fc.constantFrom(0o644, 0o755, 0o600, 0o444),
  }),
  fc.record({
    do: fc.constant('folder' as const),
    at: fc.array(names, { minLength: 1, maxLength: 3 }),
    mode: fc.constantFrom(0o755, 0o700, 0o750),
  }),
  fc.record({
    do: fc.constant('link' as const),
    at: fc.array(names, { minLength: 1, maxLength: 3 }),
    to: fc.constantFrom('a', '../b', '/etc/passwd', 'nowhere'),
  }),
  fc.record({ do: fc.constant('remove' as const), at: fc.array(names, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    do: fc.constant('touch' as const),
    at: fc.array(names, { minLength: 1, maxLength: 3 }),
    seconds: fc.integer({ min: 0, max: 2_000_000_000 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Skips a step that is impossible in this tree. */
function act(root: string, one: Step): void {
  const path = join(root, ...one.at);
  try {
    if (one.do === 'remove') return rmSync(path, { recursive: true });
    if (one.do === 'touch') return utimesSync(path, one.seconds, one.seconds);
    if (one.do === 'link') return symlinkSync(one.to, path);
    if (one.do === 'folder') return void mkdirSync(path, { recursive: true, mode: one.mode });
    writeFileSync(path, one.text, { mode: one.mode });
    chmodSync(path, one.mode);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

test(
  'after any sequence of changes, a snapshot is restored as it was taken, over what the previous one left',
  async () => {
    const place = await hostAndWorker();
    const rounds = fc.array(fc.array(step, { maxLength: 12 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        for (const steps of all) {
          for (const one of steps) act(place.real, one);
          await expectRestored(place);
        }
      }),
      { numRuns: 400 / oneIn(20) },
    );
  },
  isProof ? 300_000 : 20_000,
);
