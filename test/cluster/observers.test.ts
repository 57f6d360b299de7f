import { expect, onTestFinished, test } from 'vitest';
import { observeBus } from '../../src/app/bus/observe-bus.ts';
import type { TaskId } from '../../src/contracts/ids.ts';
import { busHost, busServer, copyOf } from '../support/bus-place.ts';
import { harvestGoal } from '../support/harvest.ts';
import { observersSuite, placesIn } from '../support/observers-suite.ts';
import { isProof } from '../support/sample.ts';

async function observersOn(url: string) {
  const observers = await observeBus(url);
  onTestFinished(() => observers[Symbol.asyncDispose]());
  return observers;
}

observersSuite('of a bus', async () => observersOn((await busServer()).server.url), isProof ? 20 : 2);

const task_id = 'elsewhere' as TaskId;

test.each([
  ['', Number.POSITIVE_INFINITY],
  ...(isProof ? ([[', also while the server is killed and started again', 25]] as const) : []),
] as const)(
  'they see every entry of a task on another machine, once and in order%s, and a watch ends with its task',
  async (_, killedAt) => {
    const { server } = await busServer();
    const observers = await observersOn(server.url);
    const everything = observers.watch();
    const reading = placesIn(observers.watch({ task_id }));
    const host = busHost(server);
    let restarted: Promise<void> | undefined;
    await using artoo = await host.open({
      onEntry({ seq }) {
        if (seq === killedAt) restarted ??= server.kill().then(() => server.start());
      },
    });
    await artoo.run(harvestGoal, { cwd: host.cwd, task_id }).result;
    await restarted;
    const lines = copyOf(host, task_id).trimEnd().split('\n');
    expect(await reading).toEqual(lines.map((_, at) => at));
    observers.close();
    expect(await placesIn(everything)).toHaveLength(lines.length);
  },
);

test('entries of their own host are passed on once, although they come from the log, too', async () => {
  const { server } = await busServer();
  const observers = await observersOn(server.url);
  const other = await observersOn(server.url);
  const [own, elsewhere] = [placesIn(observers.watch()), placesIn(other.watch({ task_id }))];
  const host = busHost(server);
  await using artoo = await host.open({ onEntry: (entry) => observers.publish(task_id, entry) });
  await artoo.run(harvestGoal, { cwd: host.cwd, task_id }).result;
  const seen = await elsewhere; // so all of it has arrived over the bus
  observers.close();
  expect(await own).toEqual(seen);
});
