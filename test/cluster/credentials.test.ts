/** Hosts that sign in with what `artoo bus init --permissions` gives a host, and no more: one continues the task of another that died, and housekeeping removes it. */
import { expect, onTestFinished, test } from 'vitest';
import { checkBus } from '../../src/app/bus/check-bus.ts';
import { withLogCopies } from '../../src/app/bus/log-copies.ts';
import { gc } from '../../src/cli/machine/gc.ts';
import { openBus } from '../../src/cluster/bus.ts';
import { planRemoval } from '../../src/cluster/housekeeping/plan-removal.ts';
import { removeRegisters } from '../../src/cluster/housekeeping/remove.ts';
import { readLogs } from '../../src/cluster/log/read-logs.ts';
import type { Role } from '../../src/cluster/names.ts';
import { shareFolder } from '../../src/cluster/owners/shared-folder.ts';
import { serverConfiguration } from '../../src/cluster/server/permissions.ts';
import { makeStreams } from '../../src/cluster/streams.ts';
import { shortId } from '../../src/contracts/text/short-ids.ts';
import { busAddress } from '../../src/laws/network/bus-address.ts';
import { busHost } from '../support/bus-place.ts';
import { artoo, newHome } from '../support/command.ts';
import { harvestGoal, killing, taskIn, writeHarvestScript } from '../support/harvest.ts';
import { runHere } from '../support/in-process.ts';
import { startNats } from '../support/nats.ts';
import { scratch } from '../support/scratch.ts';

const { signal } = new AbortController();

test('a host needs no more for takeover and housekeeping than its own credentials', { timeout: 60_000 }, async () => {
  const { port } = await startNats(serverConfiguration('acme', { operator: 'o', host: 'h', worker: 'w' }));
  const as = (role: Role) => `nats://acme-${role}:${role[0]}@127.0.0.1:${port}/acme`;
  const bus = async (role: Role) => {
    const opened = await openBus(busAddress(as(role)), role);
    onTestFinished(() => opened.close());
    return opened;
  };
  await makeStreams(await bus('operator'));
  const url = as('host');
  const first = newHome();
  shareFolder(first.cwd);
  const flags = ['--replay', writeHarvestScript(scratch()), '--bus', url, '--workspace', first.cwd];
  await artoo([harvestGoal, ...flags], { at: first, env: killing({ KILL_AFTER_TEXT: '"type":"GroupMatched"' }) });
  const id = taskIn(first);
  const second = busHost({ url });
  const host = await second.open();
  const { path } = await withLogCopies({ data: second.data, address: busAddress(url), signal }, ({ complete }) => complete(id));
  expect(await host.resume(id, { copy: path }).result).toMatchObject({ directive: 'accept', reason: 'met' });
  await host.close();

  const at = { cwd: first.cwd, env: { HOME: first.home } };
  const args = ['--bus', url, '--remove-after', '0d'];
  const shown = await runHere(gc, args, at);
  expect([shown.code, shown.out.includes(shortId(id)), shown.out.includes('acme-host:h@')]).toEqual([0, true, false]);
  expect(await runHere(gc, [...args, '--yes'], at)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Removed the logs of 1 ended task'),
  });
  const hosts = await bus('host');
  const plan = () => planRemoval(hosts, readLogs(hosts, { signal }), { removeAfter: 0, settledMs: -60_000, signal });
  const { registers } = await plan();
  expect(registers.map(({ name }) => name)).toContain(`task.${id}`);
  await removeRegisters(hosts, registers, signal);
  expect((await plan()).registers).toEqual([]);
});

test('housekeeping and the doctor say when the server was told of a host before registers could be removed', async () => {
  const earlier = serverConfiguration('acme', { operator: 'o', host: 'h', worker: 'w' }).replaceAll(
    /.*MSG\.DELETE\.ARTOO_acme_PLACE.*\n/g,
    '',
  );
  const { port } = await startNats(earlier);
  const as = (role: Role) => busAddress(`nats://acme-${role}:${role[0]}@127.0.0.1:${port}/acme`);
  await using operator = await openBus(as('operator'), 'operator');
  await makeStreams(operator);
  await operator.stream.publish(operator.names.place('host.gone'), '');
  await using bus = await openBus(as('host'));
  const logs = readLogs(bus, { signal });
  const { registers } = await planRemoval(bus, logs, { removeAfter: 0, settledMs: -60_000, signal });
  expect(registers).toHaveLength(1);
  const findings = async () => (await checkBus(as('host'), '/', signal)).map(({ name }) => name);
  expect(await findings()).toContain('bus users');
  await expect(logs.ask(() => removeRegisters(bus, registers, signal), { isLong: true })).rejects.toMatchObject({ code: 'bus_denied' });
});

test('a person who signs in as another role is told that its credentials do not allow it', async () => {
  const { port } = await startNats(serverConfiguration('acme', { operator: 'o', host: 'h', worker: 'w' }));
  const asWorker = busAddress(`nats://acme-worker:w@127.0.0.1:${port}/acme`);
  await expect(openBus(asWorker, 'host')).rejects.toMatchObject({ code: 'bus_denied' });
});
