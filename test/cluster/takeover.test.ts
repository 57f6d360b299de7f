/** A host that is killed, and another one, with a separate data folder as on another machine, that continues its task only from the stream. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withLogCopies } from '../../src/app/bus/log-copies.ts';
import { replayTask } from '../../src/app/replay.ts';
import type { Bus } from '../../src/cluster/bus.ts';
import { shareFolder } from '../../src/cluster/owners/shared-folder.ts';
import { readCassette } from '../../src/effects/cassette.ts';
import type { Answers } from '../../src/engine/person.ts';
import { journalPath } from '../../src/journal/files.ts';
import { readJournal } from '../../src/journal/reader.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { type BusHost, busHost, busServer, copyOf, logOf } from '../support/bus-place.ts';
import { artoo, type Home, newHome, startArtoo } from '../support/command.ts';
import { filesIn, harvest, harvestGoal, type Kill, killing, taskIn, writeHarvestScript } from '../support/harvest.ts';
import { isProof, sampled } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';

const { signal } = new AbortController();

type Killed = { readonly url: string; readonly bus: Bus; readonly first: Home; readonly second: BusHost };

/** A task in a folder that machines share, whose host is killed at a place of its journal; the other machine has no data about it. */
async function killedAt(kill: Kill, isShared = true, shiftMs = 0): Promise<Killed> {
  const { server, bus } = await busServer();
  const first = newHome();
  if (isShared) shareFolder(first.cwd);
  const flags = ['--replay', writeHarvestScript(scratch()), '--bus', server.url, '--workspace', first.cwd];
  expect((await artoo([harvestGoal, ...flags], { at: first, env: shifted(killing(kill), shiftMs) })).code).toBe('SIGKILL');
  return { url: server.url, bus, first, second: busHost(server) };
}

const shiftClock = fileURLToPath(new URL('../support/shift-clock.mjs', import.meta.url));

/** The environment of a process whose clock is wrong. */
const shifted = ({ NODE_OPTIONS, ...env }: Readonly<Record<string, string>>, ms: number) => ({
  ...env,
  NODE_OPTIONS: ms === 0 ? (NODE_OPTIONS ?? '') : `${NODE_OPTIONS} --import=${shiftClock}`,
  ...(ms !== 0 && { SHIFT_MS: String(ms) }),
});

/** The other machine resumes the task. */
async function resumedBy({ url, first, second }: Omit<Killed, 'bus'>, answers: Answers = {}) {
  const id = taskIn(first);
  const artoo = await second.open({ answers });
  const { path } = await withLogCopies({ data: second.data, address: busAddress(url), signal }, ({ complete }) => complete(id));
  return artoo.resume(id, { copy: path }).result;
}

/** What the task left in its folder, without the files that hosts write. */
function leftIn({ cwd }: Home) {
  expect(readdirSync(join(cwd, '.artoo/shared'))).toEqual(['.gitignore']);
  rmSync(join(cwd, '.artoo'), { recursive: true });
  return filesIn(cwd);
}

const met = { directive: 'accept', reason: 'met' };

/** `npm test` runs one seed of the chaos test, in which a host is killed, too. */
test.runIf(isProof)('the task is finished where the same folder is, and its journal is whole there', { timeout: 60_000 }, async () => {
  const killed = await killedAt({ KILL_AFTER_TEXT: '"type":"GroupMatched"' });
  const { bus, first, second } = killed;
  expect(await resumedBy(killed)).toMatchObject(met);
  expect(leftIn(first)).toEqual(harvest);
  const id = taskIn(first);
  expect(await logOf(bus, id)).toBe(copyOf(second, id));
  expect(await replayTask({ task_id: id, path: journalPath(second.data, id) })).toMatchObject({ differences: [] });
});

const intent = { KILL_AFTER_TEXT: '"key":"1.1.2/R3/1.1"' };
const nothing = (): void => {};
/** The host died after its command had been applied. */
const applied = ({ cwd }: Home): void => writeFileSync(join(cwd, 'checked.txt'), 'checked\n');

test.each(
  sampled(
    [
      ['had not been done, and the person says: again', nothing, 'again', met],
      ['had been done, and the person says: done', applied, 'done', met],
      ['may have been done, and nobody knows', nothing, 'stop', { directive: 'abandon' }],
    ] as const,
    3,
  ),
)('a call that must not be repeated and %s', { timeout: 60_000 }, async (_, before, answer, end) => {
  const killed = await killedAt(intent);
  before(killed.first);
  const asked: string[] = [];
  const interrupted = ({ action }: { readonly action: string }) => {
    asked.push(action);
    return answer;
  };
  expect(await resumedBy(killed, { interrupted })).toMatchObject(end);
  expect(asked).toEqual([expect.stringContaining('checked.txt')]);
  if (answer !== 'stop') expect(leftIn(killed.first)).toEqual(harvest);
});

/** Replaces the folder with a copy of itself, as on a machine with a clone. */
function copied({ cwd }: Home): void {
  renameSync(cwd, `${cwd}.first`);
  cpSync(`${cwd}.first`, cwd, { recursive: true });
}

test.each(
  sampled(
    [
      ['the folder is a copy, markers and all', true, copied],
      ['no folder was shared', false, nothing],
    ] as const,
    2,
  ),
)('nothing is continued, and nothing is left behind, where %s', { timeout: 60_000 }, async (_, isShared, change) => {
  const killed = await killedAt({ KILL_AFTER_TEXT: '"type":"GroupMatched"' }, isShared);
  const { first, second } = killed;
  change(first);
  await expect(resumedBy(killed)).rejects.toMatchObject({ code: 'task_elsewhere' });
  expect(existsSync(journalPath(second.data, taskIn(first)))).toBe(false);
});

test('changes that are half applied are left to the machine that began, which finishes the task; for others it is over then', {
  timeout: 60_000,
}, async () => {
  const killed = await killedAt({ KILL_AFTER_TEXT: '"type":"GroupMatched"' });
  const { url, bus, first, second } = killed;
  const id = taskIn(first);
  const note = join(first.cwd, '.artoo/shared', `${id}.applying`);
  writeFileSync(note, JSON.stringify({ folder: readFileSync(join(first.data, 'folder-id'), 'utf8').trim() }));
  await expect(resumedBy(killed)).rejects.toMatchObject({ code: 'task_half_applied' });
  const { path } = await withLogCopies({ data: second.data, address: busAddress(url), signal }, ({ complete }) => complete(id));
  const host = await second.open({ data: first.data });
  expect(await host.resume(id).result).toMatchObject(met);
  const late = await second.open();
  await expect(late.resume(id, { copy: path }).result).rejects.toMatchObject({ code: 'task_over' }); // its marks are gone
  expect(await logOf(bus, id)).toBe(copyOf(first, id));
  expect(leftIn(first)).toEqual(harvest);
});

test.runIf(isProof)(
  'a host that is killed in the middle of applying leaves the rest to its own data folder',
  { timeout: 60_000 },
  async () => {
    const { server } = await busServer();
    const [first, second] = [newHome(), busHost(server)];
    shareFolder(first.cwd);
    const many = { tool: 'shell', input: { command: 'echo apples >> apples.txt; for i in $(seq 3000); do echo $i > f$i; done' } };
    const script = writeHarvestScript(scratch(), [{ key: '1.1.1/R3/1.0', calls: [many] }]);
    const flags = ['--replay', script, '--bus', server.url, '--workspace', first.cwd];
    const running = startArtoo([harvestGoal, ...flags], { at: first });
    await expect.poll(() => readdirSync(first.cwd).length, { interval: 1 }).toBeGreaterThan(10);
    running.process.kill('SIGKILL');
    await running.ended;
    expect(readdirSync(first.cwd).length).toBeLessThan(3_000);
    const killed = { url: server.url, first, second };
    await expect(resumedBy(killed)).rejects.toMatchObject({ code: 'task_half_applied' });
    const model = await readCassette(script);
    const host = await second.open({ data: first.data, model });
    expect(await host.resume(taskIn(first)).result).toMatchObject(met);
    const { length } = readdirSync(first.cwd).filter((name) => /^f\d+$/.test(name));
    expect([length, readFileSync(join(first.cwd, 'apples.txt'), 'utf8')]).toEqual([3_000, 'apples\n']);
    expect(readdirSync(join(first.cwd, '.artoo/shared'))).toEqual(['.gitignore']);
  },
);

test.runIf(isProof).each([3_600_000, -3_600_000])('clocks that differ by %i ms change nothing', { timeout: 60_000 }, async (ms) => {
  const killed = await killedAt({ KILL_AFTER_TEXT: '"type":"GroupMatched"' }, true, ms);
  const { first, second } = killed;
  expect(await resumedBy(killed)).toMatchObject(met);
  expect(leftIn(first)).toEqual(harvest);
  const path = journalPath(second.data, taskIn(first));
  expect(await replayTask({ path })).toMatchObject({ differences: [] });
  const times = (await readJournal(path)).entries.map(({ ts }) => Date.parse(ts));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test.runIf(isProof)(
  'a task that went to another machine comes back to the first, which completes its copy',
  { timeout: 60_000 },
  async () => {
    const killed = await killedAt({ KILL_AFTER: '19' });
    const { url, bus, first, second } = killed;
    const id = taskIn(first);
    const there = newHome();
    const flags = ['--replay', writeHarvestScript(scratch()), '--bus', url];
    const env = killing({ KILL_AFTER_TEXT: '"type":"GroupMatched"' });
    expect((await artoo(['resume', id, ...flags], { at: { ...there, cwd: first.cwd }, env })).code).toBe('SIGKILL');
    const back = await second.open({ data: first.data });
    expect(await back.resume(id).result).toMatchObject(met);
    expect(leftIn(first)).toEqual(harvest);
    expect(await logOf(bus, id)).toBe(copyOf(first, id));
  },
);

test.runIf(isProof)('the command does it, too, once the host counts as dead', { timeout: 120_000 }, async () => {
  const { url, bus, first } = await killedAt({ KILL_AFTER_TEXT: '"type":"GroupMatched"' });
  const second = newHome();
  const id = taskIn(first);
  const resumed = await artoo(['resume', id, '--replay', writeHarvestScript(scratch()), '--bus', url], {
    at: { ...second, cwd: first.cwd },
  });
  expect(resumed, resumed.err).toMatchObject({ code: 0 });
  expect(leftIn(first)).toEqual(harvest);
  expect(await logOf(bus, id)).toBe(copyOf(second, id));
});
