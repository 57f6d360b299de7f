/**
 * Hosts that serve tasks continue, by themselves, what a dead or sleeping host left in a folder that they share; a host that wakes later does nothing
 * more.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDrive } from '../../src/app/drive/in-process.ts';
import { shareFolder } from '../../src/cluster/owners/shared-folder.ts';
import { readCassette } from '../../src/effects/cassette.ts';
import { journalPath } from '../../src/journal/files.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { busServer, copyOf, logOf, quickPace } from '../support/bus-place.ts';
import { artoo, type Home, newHome, startArtoo } from '../support/command.ts';
import { filesIn, harvest, harvestGoal, killing, taskIn, writeHarvestScript } from '../support/harvest.ts';
import { scratch } from '../support/scratch.ts';
import { settingsFor } from '../support/settings.ts';

/** A drive on a data folder of its own, as `artoo serve` opens it. */
async function serving(url: string, script: string) {
  const data = join(scratch(), 'data');
  const notices: string[] = [];
  const settings = { ...settingsFor({ data, workspace: scratch() }), bus: busAddress(url) };
  const site = { settings, model: await readCassette(script), secrets: () => [] };
  const onNotice = (text: string) => void notices.push(text);
  const drive = openDrive({ data, siteOf: () => site, env: {}, onNotice, pace: quickPace, takesOver: settings.bus });
  onTestFinished(() => drive.close());
  return { data, drive, notices };
}

const started = (first: Home, script: string, url: string) =>
  [harvestGoal, '--replay', script, '--bus', url, '--workspace', first.cwd] as const;

test('one of two hosts that share its folder continues the task of a killed host, and says so', { timeout: 60_000 }, async () => {
  const { server, bus } = await busServer();
  const first = newHome();
  shareFolder(first.cwd);
  const script = writeHarvestScript(scratch());
  await artoo(started(first, script, server.url), { at: first, env: killing({ KILL_AFTER_TEXT: '"type":"GroupMatched"' }) });
  const hosts = await Promise.all([serving(server.url, script), serving(server.url, script)]);
  const id = taskIn(first);
  await expect
    .poll(() => hosts.flatMap(({ notices }) => notices), { timeout: 20_000 })
    .toEqual([expect.stringContaining('continues here')]);
  const taker = hosts.find(({ notices }) => notices.length > 0) ?? hosts[0];
  expect(await taker.drive.result(id)).toMatchObject({ directive: 'accept', reason: 'met' });
  rmSync(join(first.cwd, '.artoo'), { recursive: true });
  expect(filesIn(first.cwd)).toEqual(harvest);
  expect(await logOf(bus, id)).toBe(copyOf(taker, id));
  for (const { data } of hosts) expect(existsSync(journalPath(data, id))).toBe(data === taker.data);
});

test('a host that wakes with a finished command in its hand applies nothing of it', { timeout: 60_000 }, async () => {
  const { server, bus } = await busServer();
  const first = newHome();
  shareFolder(first.cwd);
  const slow = { tool: 'shell', input: { command: 'sleep 2; echo checked >> checked.txt; cat apples.txt' } };
  const script = writeHarvestScript(scratch(), [{ key: '1.1.2/R3/1.0', calls: [slow] }]);
  const asleep = startArtoo(started(first, script, server.url), { at: first });
  const begun = () => existsSync(join(first.data, 'tasks')) && readdirSync(join(first.data, 'tasks')).length > 0;
  await expect
    .poll(() => begun() && readFileSync(journalPath(first.data, taskIn(first)), 'utf8'), { timeout: 20_000 })
    .toContain('"1.1.2/R3/1.1"');
  asleep.process.kill('SIGSTOP');
  const id = taskIn(first);
  const { drive, notices } = await serving(server.url, script);
  await expect.poll(() => notices, { timeout: 20_000 }).toEqual([expect.stringContaining('continues here')]);
  await expect.poll(() => drive.questions(id), { timeout: 20_000 }).toMatchObject([{ type: 'InterruptedCall' }]);
  const [question] = await drive.questions(id);
  await drive.answer(id, { question: question?.id ?? '', reply: { answer: 'stop' } });
  expect(await drive.result(id)).toMatchObject({ directive: 'abandon' });
  asleep.process.kill('SIGCONT');
  expect(await asleep.ended).toMatchObject({ code: 69, err: expect.stringContaining('another host') });
  expect(existsSync(join(first.cwd, 'checked.txt'))).toBe(false);
  expect((await logOf(bus, id)).split('"type":"FinalResult"')).toHaveLength(2);
});
