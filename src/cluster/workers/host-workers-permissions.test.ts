import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../../../test/support/cluster.ts';
import { startNats } from '../../../test/support/nats.ts';
import { busAddress } from '../../laws/network/bus-address.ts';
import { openBus } from '../bus.ts';
import type { Role } from '../names.ts';
import { serverConfiguration } from '../server/permissions.ts';
import { makeStreams } from '../streams.ts';

test('a command runs on a worker where both may do only what their roles allow', async () => {
  const server = await startNats(serverConfiguration('default', { operator: 'o', host: 'h', worker: 'w' }));
  const connect = async (role: Role = 'host') => {
    const bus = await openBus(busAddress(server.url.replace('//', `//default-${role}:${role[0]}@`)), role);
    onTestFinished(() => bus.close());
    return bus;
  };
  await makeStreams(await connect('operator'));
  const cluster = await startCluster({ server, connect });
  await cluster.worker('w1');
  const host = await cluster.host();
  host.write({ 'a.txt': 'one\n' });
  await using run = await host.run('cat a.txt; echo two > b.txt; head -c 300000 /dev/zero > large');
  expect(host.placed).toMatchObject([{ worker: 'w1' }]);
  expect(run.ended.output).toBe('one\n');
  expect(run.changes.map(({ path }) => path.slice(host.cwd.length))).toEqual(expect.arrayContaining(['/b.txt', '/large']));
});
