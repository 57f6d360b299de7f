/** Forks of tasks on a bus: in other folders, on other machines, and forks whose host dies before they have begun. */
import { existsSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withLogCopies } from '../../src/app/bus/log-copies.ts';
import { journalPath } from '../../src/journal/files.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { busHost, busServer, copyOf, logOf } from '../support/bus-place.ts';
import { artoo, newHome } from '../support/command.ts';
import { entriesIn, filesIn, harvestGoal, killing, taskIn, writeHarvestScript } from '../support/harvest.ts';
import { scratch } from '../support/scratch.ts';

const { signal } = new AbortController();

test('a fork is continued only if it had begun: otherwise part of what it shares may be missing', async () => {
  const { server, bus } = await busServer();
  const host = busHost(server);
  const first = await host.open();
  const { task_id } = await first.run(harvestGoal, { cwd: host.cwd }).result;
  const at = 62;
  const fork = await first.fork(task_id, { at });
  await fork.result;
  await first.close();
  const lines = (await logOf(bus, fork.id)).split(/(?<=\n)/);

  /** The log as it was when the fork had that many entries and its host died, before the host had copied it into the data folder. */
  async function cutAfter(entries: number) {
    await bus.manager.streams.purge(bus.names.stream('log'));
    await bus.stream.publish(bus.names.log(fork.id), lines.slice(0, entries).join(''), { msgID: `x${entries}-0` });
    rmSync(journalPath(host.data, fork.id), { force: true });
    const { path } = await withLogCopies({ data: host.data, address: busAddress(server.url), signal }, ({ complete }) => complete(fork.id));
    const next = await host.open();
    return next.resume(fork.id, { copy: path }).result.finally(() => next.close());
  }

  for (const entries of [at - 5, at]) {
    await expect(cutAfter(entries)).rejects.toMatchObject({ code: 'task_over' });
    expect((await logOf(bus, fork.id)).split('\n')).toHaveLength(entries + 1);
    expect(existsSync(journalPath(host.data, fork.id))).toBe(false);
  }
  expect(await cutAfter(at + 1)).toMatchObject({ directive: 'accept' });
});

test('a task of another machine continues in a folder of this one, as a fork', { timeout: 60_000 }, async () => {
  const { server, bus } = await busServer();
  const [first, second] = [newHome(), newHome()];
  const flags = ['--replay', writeHarvestScript(scratch()), '--bus', server.url];
  const kill = killing({ KILL_AFTER_TEXT: '"type":"GroupMatched"' });
  await artoo([harvestGoal, ...flags, '--workspace', first.cwd], { at: first, env: kill, input: 'apples: 3\n' });
  const id = taskIn(first);
  const at = (await entriesIn(first)).length;
  const forked = await artoo(['fork', id, '--at', String(at), ...flags, '--cwd', second.cwd], {
    at: second,
    env: { ARTOO_WORKSPACE: second.cwd },
  });
  expect(forked, forked.err).toMatchObject({ code: 0 });
  expect(Object.keys(filesIn(second.cwd))).toEqual(['index.md', `input-${id}.txt`, 'pears.txt']); // what the origin changed is in its own folder, and what was piped into it travels
  const fork = taskIn(second);
  const text = await logOf(bus, fork);
  expect(text).toBe(copyOf(second, fork));
  expect(text).not.toContain(first.cwd);
  expect(await artoo(['replay', fork, '--bus', server.url], { at: first })).toMatchObject({ code: 0 });
});
