/** The auditor on a bus: it reads the logs of all machines, and its record stays in its own data folder. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headers } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { withBusLogs } from '../../src/app/bus/bus-logs.ts';
import { createAuditor } from '../../src/audit/auditor.ts';
import type { Journal } from '../../src/audit/observing/journal.ts';
import { auditFolder } from '../../src/audit/record/record-files.ts';
import { audit } from '../../src/cli/audit/audit.ts';
import { exits } from '../../src/cli/command.ts';
import type { Bus } from '../../src/cluster/bus.ts';
import { openObjects } from '../../src/cluster/objects/objects.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { busServer } from '../support/bus-place.ts';
import { newHome } from '../support/command.ts';
import { newTerminal } from '../support/in-process.ts';
import { runArtoo } from '../support/run-artoo.ts';

const { signal } = new AbortController();
const since = ['--since', '2025-12-31'];

/** A golden journal under the id of another task. */
const golden = (name: string, task_id: string): readonly string[] =>
  readFileSync(`test/golden/${name}.jsonl`, 'utf8')
    .replaceAll(`"task_id":"${name}"`, `"task_id":"${task_id}"`)
    .split(/(?<=\n)/);

/** Appends lines to a log, as a host on another machine does. */
const append = (bus: Bus, task_id: string, lines: readonly string[]) =>
  bus.stream.publish(bus.names.log(task_id as TaskId), lines.join(''));

const [first, second] = ['20260101-000000001-aaaaaaa1', '20260101-000000002-aaaaaaa2'];

const recordIn = (data: string): string => readFileSync(join(auditFolder(data), '000000000000.jsonl'), 'utf8');

test('artoo audit --bus tells what was found in tasks of other machines, once, and shows the entries of a finding', async () => {
  const { server, bus } = await busServer();
  const home = newHome();
  const run = (...args: readonly string[]) => runArtoo(['audit', ...args], { at: home });
  const lines = golden('giving-up', first);
  await append(bus, first, lines.slice(0, 20));
  await append(bus, first, []); // another host takes the task
  await append(bus, first, lines.slice(20));
  await append(bus, second, golden('talk', second));

  const { code, out, err } = await run('--bus', server.url, ...since);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Since 2025-12-31: 2 tasks, \d+ findings\n/);
  const record = recordIn(home.data);
  expect(await run('--bus', server.url, ...since)).toMatchObject({ out });
  expect(recordIn(home.data)).toBe(record);

  const [finding = ''] = record.match(/[\w-]+-a\d+-\d+/) ?? [];
  const shown = JSON.parse((await run('show', finding, '--bus', server.url, '--json')).out);
  expect(shown.lines.map(({ seq }: { seq: number }) => seq)).toEqual(shown.seqs);
  expect(JSON.parse((await run('show', finding, '--json')).out).lines).toEqual([]);
  expect(await run('verify')).toMatchObject({ code: 0 });
  expect(existsSync(join(home.data, 'tasks'))).toBe(false);
});

test('artoo audit watch --bus tells findings as they are appended', async () => {
  const { server, bus } = await busServer();
  const stop = new AbortController();
  const { out, err, terminal } = newTerminal({ env: { HOME: newHome().home }, cancel: stop.signal });
  const watching = audit.run(['watch', '--bus', server.url], terminal);
  await expect.poll(() => err.join(), { timeout: 5_000 }).toContain(`and on ${server.url}/default`);
  await append(bus, first, golden('giving-up', first));
  await expect.poll(() => out.join('\n'), { timeout: 5_000 }).toContain(first.slice(-8));
  stop.abort();
  expect(await watching).toBe(exits.cancelled);
});

test('if the bus is away, what is known is shown, and what is missing is named', async () => {
  const home = newHome();
  expect(await runArtoo(['audit', '--bus', 'nats://127.0.0.1:9', ...since], { at: home })).toMatchObject({
    code: 0,
    out: expect.stringContaining('No tasks'),
    err: expect.stringMatching(/^artoo: the bus at 127\.0\.0\.1:9 cannot be reached .*; anything newer on the bus is not shown\n$/),
  });
  expect(await runArtoo(['audit', 'watch', '--bus', 'nats://127.0.0.1:9'], { at: home })).toMatchObject({ code: 69 });
});

test('entries count once, whether they are read on the bus or in a copy that lacks some of them', async () => {
  const { server, bus } = await busServer();
  const { data } = newHome();
  const lines = golden('giving-up', first);
  const path = join(data, 'copy.jsonl');
  const auditor = createAuditor({ data, journals: async () => [{ task_id: first as TaskId, path }], now: () => Date.parse('2027-01-01') });
  await withBusLogs(busAddress(server.url), { signal, silenceMs: 250 }, async (logs) => {
    const onBus = async (): Promise<readonly Journal[]> => logs.all();
    const read: number[] = [];
    const pass = async (journals?: readonly Journal[]): Promise<void> => {
      const { entries, found } = await auditor.pass(journals);
      read.push(entries);
      expect(found.filter(({ anomaly }) => anomaly === 'journal_damaged')).toEqual([]);
    };
    await append(bus, first, lines.slice(0, 20));
    await pass(await onBus());
    writeFileSync(path, lines.slice(0, 10).join(''));
    await pass(); // the copy is out of date
    writeFileSync(path, lines.slice(0, 30).join(''));
    await pass();
    await append(bus, first, lines.slice(20));
    await pass(await onBus());
    await pass(await onBus());
    await pass();
    expect(read).toEqual([20, 0, 10, lines.length - 30, 0, 0]);
  });
});

test.each([
  [
    'a line that was damaged',
    (bus: Bus) => append(bus, first, [...golden('talk', first).slice(0, 3), 'no entry\n']),
    /^line 4 of the log of 2026.* on nats:/,
  ],
  ['an object that is gone', withoutObject, /is missing on the bus/],
])('%s is a finding, once, and the others are read', async (_, damage, why) => {
  const { server, bus } = await busServer();
  const { data } = newHome();
  const auditor = createAuditor({ data, journals: async () => [] });
  await damage(bus);
  await append(bus, second, golden('talk', second));
  await withBusLogs(busAddress(server.url), { signal, silenceMs: 250 }, async (logs) => {
    const { found, entries, isWhole } = await auditor.pass(await logs.all());
    expect({ entries, isWhole }).toEqual({ entries: golden('talk', second).length, isWhole: true });
    expect(found.filter(({ anomaly }) => anomaly === 'journal_damaged')).toEqual([
      expect.objectContaining({ task_id: first, detail: expect.stringMatching(why) }),
    ]);
    expect(await auditor.pass(await logs.all())).toMatchObject({ found: [], entries: 0, isWhole: true });
  });
});

/** A batch that was stored as an object, which has since been removed. */
async function withoutObject(bus: Bus): Promise<void> {
  const content = Buffer.from(golden('talk', first).join(''));
  const named = headers();
  named.set('Artoo-Object', `${await openObjects(bus).put(content, signal)} ${content.length}`);
  await bus.stream.publish(bus.names.log(first as TaskId), '', { headers: named });
  await bus.manager.streams.purge(bus.names.stream('object'));
}

test('a server that goes away in the middle leaves what was read, and the rest is read when it is back', async () => {
  const { server, bus } = await busServer();
  const { data } = newHome();
  await append(bus, first, golden('talk', first));
  await append(bus, second, golden('talk', second));
  const auditor = createAuditor({ data, journals: async () => [] });
  await withBusLogs(busAddress(server.url), { signal, silenceMs: 250 }, async (logs) => {
    const [one, other] = await logs.all();
    if (!one || !other) throw new Error('both logs were appended');
    const killed: Journal = {
      ...other,
      async *chunks() {
        await server.kill();
        yield* other.chunks();
      },
    };
    const passed = await auditor.pass([one, killed]);
    expect(passed).toMatchObject({ isWhole: false, unread: { code: 'bus_unreachable' } });
    expect(passed.entries).toBeGreaterThan(0);
    await server.start();
    await expect.poll(() => auditor.pass([other]), { timeout: 10_000 }).toMatchObject({ isWhole: true, entries: passed.entries });
  });
});
