import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keeperClock, keeperSuite, keptMegram } from '../../../test/support/keeper-suite.ts';
import { type NatsServer, startNats } from '../../../test/support/nats.ts';
import { isProof } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import type { Keeper } from '../../memory/keeper.ts';
import { openBus } from '../bus.ts';
import { makeStreams } from '../streams.ts';
import { openBusKeeper } from './bus-keeper.ts';

const times = { lease: { renewMs: 100, silentMs: 500 }, checkMs: 100 };
const all = { after: null, limit: 999 };

type MachineOptions = {
  readonly realm?: string;
  readonly folder?: string;
  readonly clock?: Date;
  readonly onNotice?: (text: string) => void;
};

/** A machine with a replica. */
async function machine(server: NatsServer, options: MachineOptions = {}): Promise<Keeper> {
  const { realm = 'default', folder = scratch(), clock = keeperClock, onNotice = () => {} } = options;
  const bus = await openBus(busAddress(`${server.url}/${realm}`));
  await makeStreams(bus);
  const keeper = openBusKeeper({ folder, bus, times, clock: () => clock, onNotice });
  onTestFinished(async () => {
    await keeper.close().catch(() => {});
    await bus.close();
  });
  return keeper;
}

if (isProof) keeperSuite('of a bus', async (folder) => machine(await startNats(), { folder }));

const ids = async (keeper: Keeper) => {
  expect(await keeper.sync({ ms: 20_000 })).toEqual({ reached: true });
  return (await keeper.exportFrom(all)).kept.map(({ id }) => id);
};

/** All files of a folder as one text. */
function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

test('everything that one machine learns, forgets or makes a rule of reaches all others, including machines that join later', async () => {
  const server = await startNats();
  const [one, two] = [await machine(server), await machine(server)];
  await one.write({ megrams: ['01', '02', '03', '04', '05', '06', '07'].map((id) => keptMegram(id)) });
  expect(await ids(two)).toHaveLength(7);
  await two.forget({ id: '07', purge: false });
  const [cluster] = (await two.due({ most: 1 })).clusters;
  if (!cluster) return expect.fail('nothing is due');
  await two.promote({
    space: cluster.space,
    entity: cluster.entity,
    sigma: cluster.sigma,
    until: cluster.until,
    content: 'Glob finds files.',
  });
  const three = await machine(server);
  for (const each of [one, two, three]) await ids(each);
  const records = await Promise.all([one, two, three].map((each) => each.exportFrom(all)));
  expect(records[0]?.kept).toHaveLength(8);
  expect(records[1]).toEqual(records[0]);
  expect(records[2]).toEqual(records[0]);
  expect((await three.rules(cluster)).megrams).toMatchObject([{ content: 'Glob finds files.' }]);
});

test('a purge reaches every machine, also one that was away, and erases the words from the files of the server and of all machines', async () => {
  const server = await startNats();
  const [mine, theirs, words] = [scratch(), scratch(), 'a very particular lesson'];
  const [one, two] = [await machine(server, { folder: mine }), await machine(server, { folder: theirs })];
  await one.write({ megrams: [keptMegram('01', 'accept', { content: words }), keptMegram('02')] });
  expect(await ids(two)).toEqual(['01', '02']);
  expect(filesIn(server.store)).toContain(words);
  await two.close();
  expect(await one.forget({ id: '01', purge: true })).toEqual({ ids: ['01'], erased: true });
  expect(filesIn(server.store)).not.toContain(words);
  expect(filesIn(mine)).not.toContain(words);
  expect(filesIn(theirs)).toContain(words);
  const back = await machine(server, { folder: theirs });
  await ids(back);
  expect((await back.find({ id: '01' })).kept).toMatchObject({ megram: null, forgotten: { purged: true } });
  await expect.poll(() => filesIn(theirs)).not.toContain(words);
});

test.runIf(isProof)('what was written while the server was away is sent when it answers again', async () => {
  const server = await startNats();
  const [one, two] = [await machine(server), await machine(server)];
  await one.sync({ ms: 20_000 });
  await server.kill();
  expect(await one.write({ megrams: [keptMegram('01')] })).toEqual({ written: 1 });
  expect(await one.sync({ ms: 100 })).toEqual({ reached: false });
  await server.start();
  expect(await ids(one)).toEqual(['01']);
  expect(await ids(two)).toEqual(['01']);
});

test('a full stream is reported once, and what was learnt meanwhile is sent once there is room', async () => {
  const server = await startNats();
  await using bus = await openBus(busAddress(server.url));
  await makeStreams(bus, { memory: 2_000 });
  const notices: string[] = [];
  const one = await machine(server, { onNotice: (text) => notices.push(text) });
  const kept = ['01', '02', '03', '04', '05', '06'];
  await one.write({ megrams: kept.map((id) => keptMegram(id)) });
  await expect.poll(() => notices).toEqual([expect.stringContaining('is full')]);
  await bus.manager.streams.update(bus.names.stream('memory'), { max_bytes: 1024 * 1024 });
  expect(await ids(one)).toEqual(kept);
  expect(notices).toHaveLength(1);
});

test('what waits in the outbox outlives its process', async () => {
  const [server, folder] = [await startNats(), scratch()];
  const one = await machine(server, { folder });
  await one.sync({ ms: 20_000 });
  await server.kill();
  await one.write({ megrams: [keptMegram('01')] });
  await one.close();
  await server.start();
  const [back, two] = [await machine(server, { folder }), await machine(server)];
  expect(await ids(back)).toEqual(['01']);
  expect(await ids(two)).toEqual(['01']);
});

test('a stream that was made again is told what the machines know, and forgets nothing that was purged', async () => {
  const server = await startNats();
  const [one, two] = [await machine(server), await machine(server)];
  await one.write({ megrams: [keptMegram('01'), keptMegram('02')] });
  await one.forget({ id: '01', purge: true });
  await ids(two);
  const bus = await openBus(busAddress(server.url));
  await bus.manager.streams.delete(bus.names.stream('memory'));
  await makeStreams(bus);
  const three = await machine(server);
  await expect
    .poll(async () => (await three.exportFrom(all)).kept.map(({ id, megram }) => [id, megram?.content]))
    .toEqual([
      ['01', undefined],
      ['02', 'what 02 taught'],
    ]);
  await bus.close();
});

test('two realms of one server know nothing of each other', async () => {
  const server = await startNats();
  const [one, other] = [await machine(server, { realm: 'one' }), await machine(server, { realm: 'other' })];
  await one.write({ megrams: [keptMegram('01')] });
  expect(await ids(one)).toEqual(['01']);
  expect(await ids(other)).toEqual([]);
});

test('one machine dreams at a time, and what it forgets has faded everywhere', async () => {
  const server = await startNats();
  const later = new Date(keeperClock.getTime() + 90 * 86_400_000);
  const [one, two] = [await machine(server), await machine(server, { clock: later })];
  await one.write({ megrams: [keptMegram('01'), keptMegram('02', 'declared')] });
  expect(await one.alone(async () => [await two.alone(async () => 'mine'), 'done'])).toEqual([undefined, 'done']);
  expect(await two.alone(() => two.sweep({ extent: 'usual' }))).toMatchObject({ forgotten: 1 });
  expect(await ids(one)).toEqual(['02']);
  expect((await one.find({ id: '01' })).kept).toMatchObject({ megram: null, forgotten: { faded: true } });
  const three = await machine(server);
  expect(await ids(three)).toEqual(['02']);
  expect((await three.find({ id: '01' })).kept).toEqual((await one.find({ id: '01' })).kept);
});

test.each([
  ['killed', 'something'],
  ['frozen', 'something'],
  ['frozen', 'nothing'],
] as const)('a server that is %s, with %s to send, holds up the end by a second at most, and nothing is lost', async (how, news) => {
  const server = await startNats();
  const folder = scratch();
  const [one, two] = [await machine(server, { folder }), await machine(server)];
  await one.write({ megrams: [keptMegram('01')] });
  expect(await ids(two)).toHaveLength(1);
  if (how === 'killed') await server.kill();
  else server.freeze();
  if (news === 'something') await one.write({ megrams: [keptMegram('02')] });
  void one.alone(async () => 'a dream').catch(() => {}); // it waits for the server
  const began = performance.now();
  await one.close();
  expect(performance.now() - began).toBeLessThan(1_200);
  if (how === 'killed') await server.start();
  else server.thaw();
  for (const each of [await machine(server, { folder }), two]) expect(await ids(each)).toHaveLength(news === 'something' ? 2 : 1);
});
