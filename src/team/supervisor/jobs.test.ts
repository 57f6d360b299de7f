import { expect, test } from 'vitest';
import { Jobs } from './jobs.ts';

/** Jobs with their own clock: `program` may take a minute, everything else ends at once. */
function jobsAt(clock: { ms: number }) {
  const failed: string[] = [];
  const graceOf = (name: string) => (name === 'program' ? 60_000 : 0);
  const jobs = new Jobs({
    ...{ graceOf, now: () => clock.ms, signal: new AbortController().signal },
    onFailed: (name) => failed.push(name),
    onEnded: () => {},
  });
  return { jobs, failed };
}

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('once everyone is to wait, a program has a minute to end by itself, and everything else stops', async () => {
  const clock = { ms: 0 };
  const { jobs } = jobsAt(clock);
  jobs.begin('program', untilStopped);
  jobs.begin('built-in', untilStopped);
  expect(await jobs.letEnd()).toBe(60_000);
  expect(jobs.names()).toEqual(['program']);
  clock.ms = 59_000;
  expect(await jobs.letEnd()).toBe(1_000);
  clock.ms = 60_000;
  expect(await jobs.letEnd()).toBe(0);
  expect(jobs.size).toBe(0);
});

test('a program continues if the wait ends before its minute is over, and has a whole minute the next time', async () => {
  const clock = { ms: 0 };
  const { jobs } = jobsAt(clock);
  jobs.begin('program', untilStopped);
  await jobs.letEnd();
  jobs.proceed();
  clock.ms = 70_000;
  expect([await jobs.letEnd(), jobs.size]).toEqual([60_000, 1]);
  await jobs.stopAll();
});

test('a failure is reported, unless the program was stopped', async () => {
  const { jobs, failed } = jobsAt({ ms: 0 });
  jobs.begin('stopped', async (signal) => {
    await untilStopped(signal);
    throw new Error('in the middle');
  });
  jobs.begin('broken', () => Promise.reject(new Error('broken')));
  await expect.poll(() => failed).toEqual(['broken']);
  await jobs.stopAll();
  expect(failed).toEqual(['broken']);
});
