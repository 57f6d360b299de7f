import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskId } from '../contracts/ids.ts';
import { createInProcessObservers } from './in-process-observers.ts';
import type { Watch } from './observers.ts';

const task = 'a' as TaskId;
const other = 'b' as TaskId;

async function readAll(watch: Watch<number>): Promise<(number | { lost: number })[]> {
  const seen = [];
  for await (const item of watch) seen.push('lost' in item ? item : item.entry);
  return seen;
}

test('an observer that keeps up sees everything, in order, until the observers closes', async () => {
  const observers = createInProcessObservers<number>();
  const reading = readAll(observers.watch());
  for (let at = 0; at < 100; at += 1) {
    observers.publish(task, at);
    await null;
    await null;
  }
  observers.close();
  expect(await reading).toEqual(Array.from({ length: 100 }, (_, at) => at));
});

test('an observer that sleeps loses the oldest entries, and is told how many, in their place', async () => {
  const observers = createInProcessObservers<number>();
  const watch = observers.watch({ buffer: 3 });
  for (let at = 0; at < 10; at += 1) observers.publish(task, at);
  observers.close();
  expect(await readAll(watch)).toEqual([{ lost: 7 }, 7, 8, 9]);
});

test('whatever the buffer and the pace, every entry is either seen in order or counted as lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.array(fc.boolean(), { maxLength: 60 }), async (buffer, publishes) => {
      const observers = createInProcessObservers<number>();
      const watch = observers.watch({ buffer });
      const seen: (number | { lost: number })[] = [];
      let published = 0;
      let pending: Promise<unknown> | undefined;
      const take = async () => {
        const { done, value } = await watch.next();
        if (!done) seen.push('lost' in value ? value : value.entry);
        pending = undefined;
      };
      for (const publish of publishes) {
        if (publish) observers.publish(task, published++);
        else pending ??= take();
        await null;
      }
      observers.close();
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
  const observers = createInProcessObservers<number>();
  const reading = readAll(observers.watch({ task_id: task }));
  const everything = observers.watch();
  observers.publish(other, 1);
  observers.publish(task, 2);
  observers.end(task);
  observers.publish(task, 3);
  expect(await reading).toEqual([2]);
  observers.close();
  expect(await readAll(everything)).toEqual([1, 2, 3]);
});

test('an observer that leaves is forgotten, and one that waits is let go when the observers closes', async () => {
  const observers = createInProcessObservers<number>();
  const watch = observers.watch();
  const waiting = watch.next();
  observers.publish(task, 1);
  expect(await waiting).toMatchObject({ done: false });
  watch[Symbol.dispose]();
  observers.publish(task, 2);
  expect(await watch.next()).toMatchObject({ done: true });
  const last = observers.watch().next();
  observers.close();
  expect(await last).toMatchObject({ done: true });
});
