import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { createReadWriteLock, type ReadWriteLock } from './read-write-lock.ts';

const never = new AbortController().signal;

let data: string;
let lock: ReadWriteLock;
beforeEach(() => {
  data = scratch();
  lock = createReadWriteLock(data);
});

/** Whether something has happened by now, given all the turns it needs. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  promise.then(
    () => (pending = false),
    () => (pending = false),
  );
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  return pending;
}

describe.each([
  ['of one opening', () => lock],
  ['of two openings', () => createReadWriteLock(data)],
])('in one process, %s', (_, other) => {
  test('many read at once', async () => {
    using _first = await lock.shared(never);
    using _second = await other().shared(never);
  });

  test.each([
    ['shared', 'exclusive'],
    ['exclusive', 'shared'],
    ['exclusive', 'exclusive'],
  ] as const)('held %s, it cannot be taken %s', async (held, wanted) => {
    const holding = await lock[held](never);
    const waiting = other()[wanted](never);
    expect(await isPending(waiting)).toBe(true);
    holding[Symbol.dispose]();
    using _ = await waiting;
  });

  test('a waiting writer goes before new readers', async () => {
    const order: string[] = [];
    const reader = await lock.shared(never);
    const writing = other()
      .exclusive(never)
      .then((hold) => {
        order.push('writer');
        hold[Symbol.dispose]();
      });
    expect(await isPending(writing)).toBe(true);
    const reading = other()
      .shared(never)
      .then((hold) => {
        order.push('reader');
        hold[Symbol.dispose]();
      });
    expect(await isPending(reading)).toBe(true);
    reader[Symbol.dispose]();
    await Promise.all([writing, reading]);
    expect(order).toEqual(['writer', 'reader']);
  });

  test('a caller that gives up does not block the others', async () => {
    const reader = await lock.shared(never);
    const stop = new AbortController();
    const writing = other().exclusive(stop.signal);
    expect(await isPending(writing)).toBe(true);
    stop.abort(new Error('stop'));
    await expect(writing).rejects.toThrow('stop');
    using _ = await lock.shared(never);
    reader[Symbol.dispose]();
  });

  test('a caller whose signal has fired never gets the lock', async () => {
    await expect(other().shared(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    using _ = await lock.exclusive(never);
  });

  test('all get their turn, and never two writers at once', async () => {
    let writers = 0;
    const use = async (kind: 'shared' | 'exclusive') => {
      using _ = await other()[kind](never);
      if (kind === 'exclusive') writers += 1;
      expect(writers).toBe(kind === 'exclusive' ? 1 : 0);
      await setImmediate();
      if (kind === 'exclusive') writers -= 1;
    };
    await Promise.all(Array.from({ length: 60 }, (_, n) => use(n % 3 === 0 ? 'exclusive' : 'shared')));
  });
});

describe('between processes', () => {
  /** A process that holds the lock until it is killed. */
  async function holder(kind: 'shared' | 'exclusive') {
    const module = JSON.stringify(new URL('./read-write-lock.ts', import.meta.url).href);
    const script = `
      import { createReadWriteLock } from ${module};
      await createReadWriteLock(${JSON.stringify(data)}).${kind}(new AbortController().signal);
      console.log('held');
      setInterval(() => {}, 1000);`;
    const child = execFile(process.execPath, ['--input-type=module', '-e', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    if (child.stdout) await once(createInterface(child.stdout), 'line');
    return async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
  }

  test.each([
    ['shared', 'exclusive'],
    ['exclusive', 'shared'],
    ['exclusive', 'exclusive'],
  ] as const)('a process that holds it %s keeps out one that wants it %s, until it dies', async (held, wanted) => {
    const kill = await holder(held);
    const waiting = lock[wanted](never);
    expect(await isPending(waiting)).toBe(true);
    await kill();
    using _ = await waiting;
  });

  test('many read at once', async () => {
    await holder('shared');
    using _ = await lock.shared(never);
  });
});
