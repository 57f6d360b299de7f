import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pausing } from './pausing.ts';

test('a limit counts only the time outside of pauses', async () => {
  const pausing = new Pausing();
  const told: (string | boolean)[] = [];
  using _limit = pausing.limit(30, { onEnd: () => told.push('end'), onPause: (isPaused) => told.push(isPaused) });
  pausing.pause();
  pausing.pause();
  await after(60); // this test needs real time
  expect(told).toEqual([true]);
  pausing.resume();
  await expect.poll(() => told).toEqual([true, false, 'end']);
});

test('a limit that begins during a pause waits, and a disposed limit never fires', async () => {
  const pausing = new Pausing();
  const told: string[] = [];
  pausing.pause();
  const limit = pausing.limit(0, { onEnd: () => told.push('end'), onPause: () => {} });
  await after(5); // this test needs real time
  limit[Symbol.dispose]();
  pausing.resume();
  await after(5);
  expect(told).toEqual([]);
});
