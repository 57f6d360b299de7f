/** The command on a bus: a host that is killed, and `artoo resume --bus` on the same data folder, which waits until that host counts as dead. */
import { expect, test } from 'vitest';
import { busServer, copyOf, logOf } from '../support/bus-place.ts';
import { artoo, newHome } from '../support/command.ts';
import { filesIn, harvest, harvestGoal, killing, taskIn, writeHarvestScript } from '../support/harvest.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';

test.runIf(isProof)('a task whose host was killed is resumed with its bus, and not without it', { timeout: 120_000 }, async () => {
  const { server, bus } = await busServer();
  const at = newHome();
  const flags = ['--replay', writeHarvestScript(scratch())];
  const killed = await artoo([harvestGoal, ...flags, '--workspace', at.cwd, '--bus', server.url], {
    at,
    env: killing({ KILL_AFTER: '30' }),
  });
  expect(killed.code).toBe('SIGKILL');
  const id = taskIn(at);
  expect(await artoo(['resume', id, ...flags], { at })).toMatchObject({ code: 64, err: expect.stringContaining(server.url) });
  const began = performance.now();
  const resumed = await artoo(['resume', id, ...flags, '--bus', server.url], { at });
  expect(resumed, resumed.err).toMatchObject({ code: 0 });
  expect(performance.now() - began).toBeGreaterThan(10_000); // its last heartbeat was recent
  expect(filesIn(at.cwd)).toEqual(harvest);
  expect(await logOf(bus, id)).toBe(copyOf(at, id));
});
