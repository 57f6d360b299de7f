import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { type ApplyingLock, createApplyingLock } from './applying-lock.ts';

const never = new AbortController().signal;

let data: string;
let lock: ApplyingLock;
beforeEach(() => {
  data = scratch();
  lock = createApplyingLock(data);
});

/** Whether a promise is still pending after all the turns that it may need. */
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
  ['of two openings', () => createApplyingLock(data)],
])('in one process, %s', (_, other) => {
  test('one who holds it keeps out the others', async () => {
    const holding = await lock(never);
    const waiting = other()(never);
    expect(await isPending(waiting)).toBe(true);
    holding[Symbol.dispose]();
    using _ = await waiting;
  });

  test('a caller that gives up does not block the others', async () => {
    const holding = await lock(never);
    const stop = new AbortController();
    const waiting = other()(stop.signal);
    const next = lock(never);
    expect(await isPending(waiting)).toBe(true);
    stop.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    holding[Symbol.dispose]();
    using _ = await next;
  });

  test('a caller whose signal has fired never gets the lock', async () => {
    await expect(other()(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    using _ = await lock(never);
  });

  test('all get their turn, and never two at once', async () => {
    let holders = 0;
    const use = async () => {
      using _ = await other()(never);
      holders += 1;
      expect(holders).toBe(1);
      await setImmediate();
      holders -= 1;
    };
    await Promise.all(Array.from({ length: 40 }, use));
  });
});

test('a process that holds it keeps out another, until it dies', async () => {
  const module = JSON.stringify(new URL('./applying-lock.ts', import.meta.url).href);
  const script = `
    import { createApplyingLock } from ${module};
    await createApplyingLock(${JSON.stringify(data)})(new AbortController().signal);
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = execFile(process.execPath, ['--input-type=module', '-e', script]);
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout) await once(createInterface(child.stdout), 'line');
  const waiting = lock(never);
  expect(await isPending(waiting)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  using _ = await waiting;
});
