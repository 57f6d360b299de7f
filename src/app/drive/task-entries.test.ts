import { appendFileSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { journalText } from '../../../test/support/ended-journal.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { FinalResult } from '../../contracts/control.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import { type Entry, parseEntry } from '../../journal/entry.ts';
import { taskEntries } from './task-entries.ts';

const id = 'a-task' as TaskId;
const lines = journalText(id, { bytes: 200_000, isOver: false }).split('\n').slice(0, -1);
const entries = lines.map((line): Entry => {
  const parsed = parseEntry(line);
  return parsed.ok ? parsed.value : expect.fail(parsed.error);
});
const never = new AbortController().signal;

/** A journal that grows line by line, and the task that writes it, for a reader that gets at most two entries at once. */
function growing() {
  const path = join(scratch(), 'a-task.jsonl');
  const observers = createInProcessObservers<Entry>();
  const over = Promise.withResolvers<FinalResult>();
  over.promise.catch(() => {});
  const waits = Promise.withResolvers<void>();
  let written = 0;
  return {
    path,
    here: { entries: () => telling(observers.watch({ task_id: id, buffer: 2 }), waits.resolve), result: over.promise },
    /** Settles once the reader asks for what is written from now on. */
    waits: waits.promise,
    write(count: number) {
      for (const at of Array.from({ length: count }, () => written++)) {
        appendFileSync(path, `${lines[at]}\n`);
        const entry = entries[at];
        if (entry) observers.publish(id, entry);
      }
    },
    end() {
      observers.end(id);
      over.reject(new Error('stopped'));
    },
  };
}

/** The same items; `asked` is called when one is asked for. */
function telling<T>(items: AsyncIterable<T>, asked: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const inner = items[Symbol.asyncIterator]();
      return {
        next() {
          const item = inner.next();
          asked();
          return item;
        },
        return: async () => (await inner.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

describe('a client of a task that runs', () => {
  test.each([0, 1, 7, 30])('gets every entry from %i on, in order, however slow it is', async (from) => {
    const task = growing();
    task.write(from + 3);
    const seen: number[] = [];
    for await (const { seq } of taskEntries({ path: task.path, here: task.here, from, signal: never })) {
      seen.push(seq);
      if (seen.length % 4 === 1 && seq < 60) task.write(5); // more than the reader gets at once
      if (seq === 60) task.end();
    }
    const last = readFileSync(task.path, 'utf8').split('\n').length - 2;
    expect(seen).toEqual(Array.from({ length: last + 1 - from }, (_, at) => from + at));
  });

  test('gets what it is told of as it is, without reading it again', async () => {
    const task = growing();
    task.write(2);
    const reading = taskEntries({ path: task.path, here: task.here, from: 0, signal: never });
    for (const seq of [0, 1]) expect((await reading.next()).value).toEqual(entries[seq]);
    const next = reading.next();
    await task.waits;
    task.write(1);
    expect((await next).value).toBe(entries[2]);
    task.end();
    expect(await reading.next()).toMatchObject({ done: true });
  });

  test('is not told half of a line, and gets it once it is whole', async () => {
    const task = growing();
    task.write(2);
    appendFileSync(task.path, lines[2]?.slice(0, 40) ?? '');
    const reading = taskEntries({ path: task.path, here: undefined, from: 1, signal: never });
    expect((await reading.next()).value).toEqual(entries[1]);
    expect(await reading.next()).toMatchObject({ done: true });
    truncateSync(task.path, Buffer.byteLength(`${lines[0]}\n${lines[1]}\n`));
    task.write(1);
    const again = taskEntries({ path: task.path, here: undefined, from: 1, signal: never });
    expect([(await again.next()).value, (await again.next()).value]).toEqual(entries.slice(1, 3));
  });

  test('that leaves waits no longer', async () => {
    const task = growing();
    task.write(1);
    const gone = new AbortController();
    const reading = taskEntries({ path: task.path, here: task.here, from: 0, signal: gone.signal });
    await reading.next();
    const next = reading.next();
    gone.abort();
    expect(await next).toMatchObject({ done: true });
  });

  test('gets everything before a damaged line, and then why there is no more', async () => {
    const task = growing();
    task.write(2);
    appendFileSync(task.path, 'garbage\n');
    const seen: Entry[] = [];
    const reading = (async () => {
      for await (const entry of taskEntries({ path: task.path, here: undefined, from: 0, signal: never })) seen.push(entry);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'journal_corrupt', message: expect.stringContaining('line 3') });
    expect(seen).toEqual(entries.slice(0, 2));
  });
});
