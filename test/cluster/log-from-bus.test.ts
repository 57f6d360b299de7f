/** `artoo log --bus`: the tasks of a realm, read from their logs on a bus, on a machine that has no journal of them. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { busFolder } from '../../src/app/bus/bus-folder.ts';
import { type Bus, openBus } from '../../src/cluster/bus.ts';
import { packed } from '../../src/cluster/log/log-message.ts';
import { openObjects } from '../../src/cluster/objects/objects.ts';
import { takeTask } from '../../src/cluster/owners/ownership.ts';
import { announceHost } from '../../src/cluster/owners/presence.ts';
import { whereRunning } from '../../src/cluster/owners/where-running.ts';
import { serverConfiguration } from '../../src/cluster/server/permissions.ts';
import { makeStreams } from '../../src/cluster/streams.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { journalPath } from '../../src/journal/files.ts';
import { busAddress, shownBus } from '../../src/laws/network/bus-address.ts';
import { type Home, newHome } from '../support/command.ts';
import { goldenPath } from '../support/golden-entries.ts';
import { type NatsServer, startNats } from '../support/nats.ts';
import { runArtoo } from '../support/run-artoo.ts';

const { signal } = new AbortController();

/** A server that accepts messages of up to 100 kB, so that a batch of more than 50 kB is stored as an object. */
async function place(): Promise<{ readonly server: NatsServer; readonly bus: Bus; readonly here: Home }> {
  const server = await startNats('max_payload: 100000');
  const bus = await openBus(busAddress(server.url));
  onTestFinished(() => bus.close());
  await makeStreams(bus);
  return { server, bus, here: newHome() };
}

/** A server with a user for each role. */
async function placeWithUsers(): Promise<{ readonly url: string; readonly bus: Bus; readonly here: Home }> {
  const passwords = { operator: 'o', host: 'h', worker: 'w' };
  const server = await startNats(serverConfiguration('default', passwords));
  const urlOf = (role: keyof typeof passwords) => server.url.replace('//', `//default-${role}:${passwords[role]}@`);
  await using operator = await openBus(busAddress(urlOf('operator')), 'operator');
  await makeStreams(operator);
  const bus = await openBus(busAddress(urlOf('host')));
  onTestFinished(() => bus.close());
  return { bus, url: urlOf('host'), here: newHome() };
}

const log = (here: Home, server: Pick<NatsServer, 'url'>, ...args: readonly string[]) =>
  runArtoo(['log', '--bus', server.url, ...args], { at: here });

/** The lines of a golden journal, as those of a task with this id. */
const linesOf = (name: string, id = name): readonly string[] =>
  readFileSync(goldenPath(name), 'utf8')
    .replaceAll(name, id)
    .split('\n')
    .slice(0, -1)
    .map((line) => `${line}\n`);

let batches = 0;

/** What another machine has put on the bus, a batch at a time. */
async function append(bus: Bus, task: string, ...texts: readonly (readonly string[])[]): Promise<void> {
  for (const lines of texts) {
    batches += 1;
    const on = { bus, objects: openObjects(bus), folder: 'another' };
    const { data, headers } = await packed(Buffer.from(lines.join('')), on, { signal });
    await bus.stream.publish(bus.names.log(task as TaskId), data, { headers, msgID: `epoch-${batches}` });
  }
}

/** Where this machine has its copy of a log. */
const copyAt = (here: Home, server: NatsServer, task: string): string =>
  journalPath(busFolder(here.data, busAddress(server.url)), task as TaskId);

test('the tasks of other machines are listed and told, and none of them becomes a task of this one', async () => {
  const { server, bus, here } = await place();
  expect(await log(here, server)).toMatchObject({ code: 0, out: expect.stringMatching(/^No tasks yet on the bus nats:.*default/) });
  const [older, newer] = ['20260101-090000000-packing', '20260102-090000000-asking'];
  const lines = linesOf('correction', older);
  await append(bus, older, lines.slice(0, 7), lines.slice(7)); // the second batch is an object
  await append(bus, newer, linesOf('talk', newer));
  const listed = await log(here, server, '--json');
  expect(
    listed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ task_id: newer, state: 'ended' }),
    expect.objectContaining({ task_id: older, state: 'ended', reason: 'met' }),
  ]);
  const found = await log(here, server, '--text', 'packing', '--json');
  expect(JSON.parse(found.out)).toMatchObject({ task_id: older });
  expect((await log(here, server, 'packing', '--entries')).out).toBe(lines.join(''));
  expect((await log(here, server, 'last')).out).toMatch(/^task +20260102-090000000-asking\n/);
  expect(existsSync(join(here.data, 'tasks'))).toBe(false);
  expect((await runArtoo(['log'], { at: here })).out).toContain('No tasks yet');
});

test('a copy is completed from where it ends, and made again when the log is another one', async () => {
  const { server, bus, here } = await place();
  const lines = linesOf('correction');
  await append(bus, 'correction', lines.slice(0, 5), lines.slice(5, 9));
  await log(here, server, 'correction');
  const copy = copyAt(here, server, 'correction');
  expect(readFileSync(copy, 'utf8')).toBe(lines.slice(0, 9).join(''));
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  writeFileSync(copy, readFileSync(copy, 'utf8').replace('packing list', 'PACKING LIST')); // shows whether the copy is read again
  await append(bus, 'correction', lines.slice(9, 12));
  expect((await log(here, server, 'correction')).out).toContain('PACKING LIST');
  expect(readFileSync(copy, 'utf8').replace('PACKING LIST', 'packing list')).toBe(lines.slice(0, 12).join(''));
  await bus.manager.streams.delete(bus.names.stream('log')); // the store was restored to an older state
  await makeStreams(bus);
  await append(bus, 'correction', lines.slice(0, 4), lines.slice(4, 6), lines.slice(6, 8));
  expect((await log(here, server)).out).toContain('packing list');
  expect(readFileSync(copy, 'utf8')).toBe(lines.slice(0, 8).join(''));
});

test('with the permissions of a host: a task that a machine works on is running there; one that no machine has is unfinished', async () => {
  const { url, bus, here } = await placeWithUsers();
  const server = { url };
  await append(bus, 'correction', linesOf('correction').slice(0, 12));
  await using presence = await announceHost(bus, { machine: 'far-away', folder: 'another' }, signal);
  const owner = await takeTask(bus, 'correction' as TaskId, presence, signal);
  expect((await log(here, server, 'correction')).out).toMatch(/It is still running on far-away\.\n$/);
  expect(JSON.parse((await log(here, server, '--json', '--state', 'running')).out)).toMatchObject({ state: 'running' });
  expect([...(await whereRunning(bus, ['correction' as TaskId], 0)).keys()]).toEqual([]); // a host that has been silent for too long
  await owner.release(signal);
  const left = await log(here, server, 'correction');
  expect(left.out.replaceAll(/\s+/g, ' ')).toContain(
    `no machine is working on it. \`artoo resume correction --bus ${shownBus(bus.address)}\` continues it`,
  );
  expect(JSON.parse((await log(here, server, '--json')).out)).toMatchObject({ state: 'unfinished' });
});

test('a log that lost a large batch is reported up to that point, with the reason', async () => {
  const { server, bus, here } = await place();
  const lines = linesOf('correction');
  await append(bus, 'correction', lines.slice(0, 7), lines.slice(7));
  await bus.manager.streams.purge(bus.names.stream('object'));
  const told = await log(here, server, 'correction');
  expect(told).toMatchObject({
    out: expect.stringContaining('7 entries can be read.'),
    err: expect.stringContaining('is missing on the bus'),
  });
  expect(told.code).not.toBe(0);
  expect(await log(here, server)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/correction is incomplete: .* is missing on the bus/),
  });
});

test('what is not there is said in a sentence', async () => {
  const { server, bus, here } = await place();
  await append(bus, 'talk', linesOf('talk'));
  expect((await log(here, server, 'none')).err).toContain('there is no task none');
  expect((await log(here, server, '--state', 'resumable')).err).toContain('not to --bus');
  expect((await runArtoo(['log', '--bus-credentials', 'a.creds'], { at: here })).err).toContain('needs --bus');
  await bus.manager.streams.delete(bus.names.stream('log'));
  expect(await log(here, server)).toMatchObject({ code: 69, err: expect.stringContaining('the stream ARTOO_default_LOG is missing') });
  await server.kill();
  expect(await log(here, server)).toMatchObject({ code: 69, err: expect.stringContaining('cannot be reached') });
});
