import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { needsFlock } from './flock.ts';
import { createBoardLock } from './lock.ts';

function folder(): string {
  const path = join(scratch(), '.liza');
  mkdirSync(path);
  return path;
}
function opened(path: string) {
  const lock = createBoardLock(path);
  onTestFinished(() => lock[Symbol.asyncDispose]());
  return lock;
}
const isFree = (path: string): boolean => spawnSync('flock', ['-n', join(path, 'state.yaml.lock'), 'true']).status === 0;

test('two that write without a pause take turns, and never at once', async () => {
  const path = folder();
  const order: string[] = [];
  let inside = 0;
  async function write(name: string): Promise<void> {
    const lock = opened(path);
    for (const until = performance.now() + 30_000; order.length < 6 && performance.now() < until; )
      await lock.run(async () => {
        inside += 1;
        expect(inside).toBe(1);
        if (order.at(-1) !== name) order.push(name);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      });
  }
  await Promise.all([write('one'), write('two')]);
  expect(order.length).toBeGreaterThanOrEqual(6);
});

test.skipIf(!needsFlock())('after the last work both locks are free, also where it failed', async () => {
  const path = folder();
  const lock = opened(path);
  await expect(lock.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await lock.run(() => expect(isFree(path)).toBe(false));
  await expect.poll(() => isFree(path)).toBe(true);
  await opened(path).run(() => {});
});
