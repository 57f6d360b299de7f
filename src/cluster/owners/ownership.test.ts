import { expect, test } from 'vitest';
import { busServer, quickPace } from '../../../test/support/bus-place.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { lastOf } from '../read.ts';
import { removeMessage } from '../remove-message.ts';
import { takeTask } from './ownership.ts';
import { announceHost, settledMs } from './presence.ts';

const { signal } = new AbortController();
const task = 'a-task' as TaskId; // a valid name, which is all that a task id must be

test.each([
  ['takes it again after a short silence: a server lost it', 0, undefined],
  ['has lost the task after a long one: another host may have ended it', settledMs, 'task_taken'],
])('where the register of a task is gone, its host %s', async (_, silence, code) => {
  const { bus } = await busServer();
  await using presence = await announceHost(bus, { machine: 'one', folder: 'f', pace: quickPace }, signal);
  const own = await takeTask(bus, task, { ...presence, longestSilence: () => silence }, signal);
  const register = await lastOf(bus, 'place', bus.names.place(`task.${task}`));
  await removeMessage(bus, 'place', register?.seq ?? 0, { erase: false });
  const refused = await own.prove(signal).catch((error) => error.code);
  expect(refused).toBe(code);
});

test('a host that finds no room for its register says so, and continues once there is room', async () => {
  const { bus } = await busServer({ place: 20_000 });
  const fill = (n: number): Promise<unknown> => bus.stream.publish(bus.names.place(`worker.w${n}`), 'x').then(() => fill(n + 1));
  await expect(fill(0)).rejects.toThrow('maximum bytes');
  const told: unknown[] = [];
  const announced = announceHost(bus, { machine: 'one', folder: 'f', onFull: (why) => told.push(why) }, signal);
  await expect.poll(() => told).toEqual(['full']);
  await bus.manager.streams.purge(bus.names.stream('place'));
  await using _presence = await announced;
  expect(told).toEqual(['full', undefined]);
});
