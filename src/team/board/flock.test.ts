import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { createFlock, type LockKeeper, lockKeepers, needsFlock } from './flock.ts';

describe.skipIf(!needsFlock()).each(lockKeepers())('kept by $program', (keeper: LockKeeper) => {
  const opened = (path: string, seconds = 10) => {
    const lock = createFlock(path, seconds, keeper);
    onTestFinished(() => lock[Symbol.asyncDispose]());
    return lock;
  };
  const isFree = (path: string): boolean => spawnSync('flock', ['-n', path, 'true']).status === 0;

  test('the lock is the one that scripts take, and is free again', async () => {
    const path = join(scratch(), 'lock');
    const lock = opened(path);
    await lock.take();
    expect(isFree(path)).toBe(false);
    lock.free();
    await expect.poll(() => isFree(path)).toBe(true);
  });

  test('a lock that a script holds is waited for as long as was said, and can be taken afterwards', async () => {
    const path = join(scratch(), 'lock');
    const script = spawn('flock', [path, 'sh', '-c', 'echo held; cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(script.stdout, 'data');
    const lock = opened(path, 1);
    await expect(lock.take()).rejects.toMatchObject({ code: 'board_locked' });
    script.stdin.end();
    await once(script, 'close');
    await lock.take();
    expect(isFree(path)).toBe(false);
  });

  test('the lock is gone with the process that took it', async () => {
    const path = join(scratch(), 'lock');
    const lock = createFlock(path, 10, keeper);
    await lock.take();
    await lock[Symbol.asyncDispose]();
    expect(isFree(path)).toBe(true);
  });

  test('it is kept when the person presses Ctrl+C, and its process ends with its input', async () => {
    const child = spawn(keeper.program, [...keeper.args, join(scratch(), 'lock'), '5'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const take = async (): Promise<string> => {
      child.stdin.write('take\n');
      const [said] = await once(child.stdout, 'data');
      return String(said);
    };
    expect(await take()).toBe('held\n');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
    child.stdin.write('free\n');
    expect(await take()).toBe('held\n');
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
