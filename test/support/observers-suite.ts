/** What every adapter of the port for observers must do. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { Lost, Observers, Published } from '../../src/engine/observers.ts';
import type { Entry } from '../../src/journal/entry.ts';

const task = 'a' as TaskId;
const other = 'b' as TaskId;

const entryAt = (seq: number): Entry => ({ kind: 'alarm', seq, ts: '2026-01-02T03:04:05.678Z', code: 'inbox_grows', detail: 'x' });

/** What observers saw: the places of entries, and how many were lost. */
export async function placesIn(watch: AsyncIterable<Published<Entry> | Lost>): Promise<(number | Lost)[]> {
  const seen = [];
  for await (const item of watch) seen.push('lost' in item ? item : item.entry.seq);
  return seen;
}

/** `runs`: the runs of each property. */
export function observersSuite(name: string, open: () => Promise<Observers<Entry>>, runs = 100): void {
  describe(`observers ${name}`, () => {
    test('one that keeps up sees everything, in order, until all are closed', async () => {
      const observers = await open();
      const reading = placesIn(observers.watch());
      for (let at = 0; at < 100; at += 1) {
        observers.publish(task, entryAt(at));
        await null;
        await null;
      }
      observers.close();
      expect(await reading).toEqual(Array.from({ length: 100 }, (_, at) => at));
    });

    test('one that sleeps loses the oldest entries, and is told how many, in their place', async () => {
      const observers = await open();
      const watch = observers.watch({ buffer: 3 });
      for (let at = 0; at < 10; at += 1) observers.publish(task, entryAt(at));
      expect(observers.dropped(task)).toBe(7);
      observers.close();
      expect(await placesIn(watch)).toEqual([{ lost: 7 }, 7, 8, 9]);
    });

    test('whatever the buffer and the pace, every entry is either seen in order or counted as lost', async () => {
      const pace = fc.array(fc.boolean(), { maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 8 }), pace, async (buffer, publishes) => {
          const observers = await open();
          const watch = observers.watch({ buffer });
          const seen: (number | Lost)[] = [];
          let published = 0;
          let pending: Promise<unknown> | undefined;
          const take = async () => {
            const { done, value } = await watch.next();
            if (!done) seen.push('lost' in value ? value : value.entry.seq);
            pending = undefined;
          };
          for (const publish of publishes) {
            if (publish) observers.publish(task, entryAt(published++));
            else pending ??= take();
            await null;
          }
          observers.close();
          await pending;
          seen.push(...(await placesIn(watch)));
          let next = 0;
          for (const item of seen) {
            if (typeof item === 'number') expect(item).toBe(next);
            next += typeof item === 'number' ? 1 : item.lost;
          }
          expect(next).toBe(published);
        }),
        { numRuns: runs },
      );
    });

    test('a watch of one task sees nothing of others, and ends with its task', async () => {
      const observers = await open();
      const reading = placesIn(observers.watch({ task_id: task }));
      const everything = observers.watch();
      observers.publish(other, entryAt(1));
      observers.publish(task, entryAt(2));
      observers.end(task);
      observers.publish(task, entryAt(3));
      expect(await reading).toEqual([2]);
      observers.close();
      expect(await placesIn(everything)).toEqual([1, 2, 3]);
    });

    test('one that leaves is forgotten, and one that waits is let go when all are closed', async () => {
      const observers = await open();
      const watch = observers.watch();
      const waiting = watch.next();
      observers.publish(task, entryAt(1));
      expect(await waiting).toMatchObject({ done: false });
      watch[Symbol.dispose]();
      observers.publish(task, entryAt(2));
      expect(await watch.next()).toMatchObject({ done: true });
      const last = observers.watch().next();
      observers.close();
      expect(await last).toMatchObject({ done: true });
    });
  });
}
