import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskId } from '../contracts/ids.ts';
import { createInProcessBus } from './in-process-observers.ts';
import type { Watch } from './observers.ts';

const task = 'a' as TaskId;
const other = 'b' as TaskId;

async function readAll(watch: Watch<number>): Promise<(number | { lost: number })[]> {
  const seen = [];
  for await (const item of watch) seen.push('lost' in item ? item : item.entry);
  return seen;
}

test('an observer that keeps up sees everything, in order, until the bus closes', async () => {
  const bus = createInProcessBus<number>();
  const reading = readAll(bus.watch());
  for (let at = 0; at < 100; at += 1) {
    bus.publish(task, at);
    await null;
    await null;
  }
  bus.close();
  expect(await reading).toEqual(Array.from({ length: 100 }, (_, at) => at));
});

test('an observer that sleeps loses the oldest entries, and is told how many, in their place', async () => {
  const bus = createInProcessBus<number>();
  const watch = bus.watch({ buffer: 3 });
  for (let at = 0; at < 10; at += 1) bus.publish(task, at);
  bus.close();
  expect(await readAll(watch)).toEqual([{ lost: 7 }, 7, 8, 9]);
});

test('whatever the buffer and the pace, every entry is either seen in order or counted as lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.array(fc.boolean(), { maxLength: 60 }), async (buffer, publishes) => {
      const bus = createInProcessBus<number>();
      const watch = bus.watch({ buffer });
      const seen: (number | { lost: number })[] = [];
      let published = 0;
      let pending: Promise<unknown> | undefined;
      const take = async () => {
        const { done, value } = await watch.next();
        if (!done) seen.push('lost' in value ? value : value.entry);
        pending = undefined;
      };
      for (const publish of publishes) {
        if (publish) bus.publish(task, published++);
        else pending ??= take();
        await null;
      }
      bus.close();
      await pending;
      seen.push(...(await readAll(watch)));
      let next = 0;
      for (const item of seen) {
        if (typeof item === 'number') expect(item).toBe(next);
        next += typeof item === 'number' ? 1 : item.lost;
      }
      expect(next).toBe(published);
    }),
  );
});

test('a watch of one task sees nothing of others, and ends with its task', async () => {
  const bus = createInProcessBus<number>();
  const reading = readAll(bus.watch({ task_id: task }));
  const everything = bus.watch();
  bus.publish(other, 1);
  bus.publish(task, 2);
  bus.end(task);
  bus.publish(task, 3);
  expect(await reading).toEqual([2]);
  bus.close();
  expect(await readAll(everything)).toEqual([1, 2, 3]);
});

test('an observer that leaves is forgotten, and one that waits is let go when the bus closes', async () => {
  const bus = createInProcessBus<number>();
  const watch = bus.watch();
  const waiting = watch.next();
  bus.publish(task, 1);
  expect(await waiting).toMatchObject({ done: false });
  watch[Symbol.dispose]();
  bus.publish(task, 2);
  expect(await watch.next()).toMatchObject({ done: true });
  const last = bus.watch().next();
  bus.close();
  expect(await last).toMatchObject({ done: true });
});
