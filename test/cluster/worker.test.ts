/** `artoo worker` and a task on its bus, as a person starts them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { clusterScenario } from '../../src/app/demo/scenarios.ts';
import { worker } from '../../src/cli/machine/worker.ts';
import { openBus } from '../../src/cluster/bus.ts';
import { serverConfiguration } from '../../src/cluster/server/permissions.ts';
import { makeStreams } from '../../src/cluster/streams.ts';
import { readJournal } from '../../src/journal/reader.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { homeIn } from '../support/command.ts';
import { harvestGoal, writeHarvestScript } from '../support/harvest.ts';
import { newTerminal } from '../support/in-process.ts';
import { startNats } from '../support/nats.ts';
import { runArtoo } from '../support/run-artoo.ts';

const cassette = fileURLToPath(new URL('../../demo/cluster.jsonl', import.meta.url));

/** A home on which a view can be mounted. */
function newHome() {
  const folder = mkdtempSync('/var/tmp/artoo-test-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = homeIn(folder);
  for (const each of [at.cwd, at.data]) mkdirSync(each);
  return at;
}

async function busAt() {
  const server = await startNats();
  await using bus = await openBus(busAddress(server.url));
  await makeStreams(bus);
  return server.url;
}

function startWorker(args: readonly string[]) {
  const { home, cwd } = newHome();
  const cancel = new AbortController();
  const { terminal, out, err } = newTerminal({ cwd, env: { PATH: process.env.PATH, HOME: home } });
  const ended = worker.run(args, { ...terminal, cancel: cancel.signal });
  ended.catch(() => {}); // reported where it is awaited
  onTestFinished(async () => {
    cancel.abort();
    await ended.catch(() => {});
  });
  return { out, err, ended, cancel: () => cancel.abort() };
}

test('commands of a task on a bus run on a worker of the pool that its host names, and the worker tells what it does', async () => {
  const url = await busAt();
  const started = startWorker(['--bus', url, '--pool', 'fast', '--parallel', '3']);
  const other = startWorker(['--bus', url, '--pool', 'other']);
  await expect.poll(() => [started.out.length, other.out.length]).toEqual([1, 1]);
  expect(started.out[0]).toMatch(
    /^worker \S+, pool fast: up to 3 commands at once, for tasks on 127\.0\.0\.1:\d+; contained by kernel overlay/,
  );
  const at = newHome();
  writeFileSync(join(at.data, 'config.yaml'), `bus: { url: "${url}", pool: fast }\n`);
  for (const [name, content] of Object.entries(clusterScenario.files)) {
    mkdirSync(dirname(join(at.cwd, name)), { recursive: true });
    writeFileSync(join(at.cwd, name), content.replace('sleep 1', 'true'));
  }
  const { code, err } = await runArtoo(['--replay', cassette, '--quiet', clusterScenario.goal], { at });
  expect([code, err]).toEqual([0, '']);
  expect(readdirSync(join(at.cwd, 'counts'))).toHaveLength(8);
  const [journal = ''] = readdirSync(join(at.data, 'tasks')).filter((name) => name.endsWith('.jsonl'));
  const { entries } = await readJournal(join(at.data, 'tasks', journal));
  const claims = entries.flatMap((entry) => (entry.kind === 'claim' ? [entry.worker] : []));
  expect(claims.length).toBeGreaterThan(0);
  expect(started.out.filter((line) => line.startsWith('  ended')).length).toBeGreaterThanOrEqual(3);
  expect(other.out).toHaveLength(1);
  expect((await runArtoo(['replay', 'last'], { at })).code).toBe(0);
  const first = entries.find(({ kind }) => kind === 'claim')?.seq ?? 0;
  const fork = await runArtoo(['fork', 'last', '--at', String(first + 1), '--replay', cassette, '--quiet'], { at });
  expect(fork.code).toBe(0);
  const [forked = ''] = readdirSync(join(at.data, 'tasks')).filter((name) => name.endsWith('.jsonl') && name !== journal);
  const numbers = (await readJournal(join(at.data, 'tasks', forked))).entries.flatMap((entry) =>
    entry.kind === 'claim' ? [entry.number] : [],
  );
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect((await runArtoo(['replay', forked.replace('.jsonl', '')], { at })).code).toBe(0);
  started.cancel();
  expect(await started.ended).toBe(0);
  expect(started.err).toEqual(['The worker ends.']);
});

test('data that was piped into a task travels to the worker', async () => {
  const url = await busAt();
  const started = startWorker(['--bus', url]);
  await expect.poll(() => started.out.length).toBe(1);
  const at = newHome();
  const counting = { tool: 'shell', input: { command: `wc -l < ${at.cwd}/space/input-*.txt > apples.txt` } };
  const script = writeHarvestScript(at.home, [{ key: '1.1.1/R3/1.0', calls: [counting] }]);
  await runArtoo(['--replay', script, '--bus', url, '--workspace', join(at.cwd, 'space'), harvestGoal], { at, input: 'one\ntwo\n' });
  expect(readFileSync(join(at.cwd, 'apples.txt'), 'utf8')).toBe('2\n');
  expect(started.out.filter((line) => line.startsWith('  ended'))).toContainEqual(expect.stringContaining('input-'));
});

test.each([
  [[], 'needs the bus'],
  [['--bus', 'nats://127.0.0.1:1', '--parallel', '0'], '--parallel'],
  [['--bus', 'nats://127.0.0.1:1', '--pool', 'a b'], '--pool'],
  [['--bus', 'nats://127.0.0.1:1', 'extra'], 'unexpected'],
])('artoo worker %j is refused', async (args, why) => {
  await expect(startWorker(args).ended).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(why) });
});

test.each([
  ['shares an account with hosts', 'authorization { user: "one", password: "p" }', 'one:p', true],
  ['has an account of its own', serverConfiguration('default', { operator: 'p', host: 'p', worker: 'p' }), 'default-worker:p', false],
] as const)('a worker that %s is told so, or not', async (_, config, user, mayReadLogs) => {
  const { url } = await startNats(config);
  const as = (who: string) => busAddress(url.replace('//', `//${who}@`));
  await using operator = await openBus(as(user.replace('worker', 'operator')), 'operator');
  await makeStreams(operator);
  const started = startWorker(['--bus', url.replace('//', `//${user}@`)]);
  await expect.poll(() => started.out.length).toBeGreaterThan(0);
  started.cancel();
  await started.ended;
  expect(started.out.join(' ').includes('let a worker read logs')).toBe(mayReadLogs);
});
