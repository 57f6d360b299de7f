import { expect, test } from 'vitest';
import type { ContainedRun } from '../containment/containment.ts';
import type { GivenToRun } from './background-run.ts';
import { BackgroundRuns } from './background-runs.ts';

/** Runs until it is stopped. */
const untilStopped = ({ signal }: GivenToRun): Promise<ContainedRun> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const started = (runs: BackgroundRuns, task_id: string) => runs.start({ task_id, command: 'serve', run: untilStopped });
const ids = (runs: BackgroundRuns) => runs.running().map(({ id }) => id);

test('what a task left running ends with it', async () => {
  const runs = new BackgroundRuns();
  for (const task of ['a', 'a', 'b']) started(runs, task);
  await runs.taskEnded('a');
  expect(ids(runs)).toEqual(['bg-3']);
  expect(runs.of('a')).toEqual([]);
});

test('where it lingers, it ends when the next task begins, unless it is kept: that ends with everything', async () => {
  const runs = new BackgroundRuns({ lingers: true });
  started(runs, 'a');
  await runs.taskEnded('a');
  expect(ids(runs)).toEqual(['bg-1']);
  await runs.taskBegins();
  expect(ids(runs)).toEqual([]);
  started(runs, 'b');
  await runs.taskEnded('b');
  expect(runs.keep('b').map(({ id }) => id)).toEqual(['bg-2']);
  await runs.taskBegins();
  started(runs, 'c');
  expect(runs.of('c').map(({ id }) => id)).toEqual(['bg-2', 'bg-3']);
  await runs[Symbol.asyncDispose]();
  expect(ids(runs)).toEqual([]);
});

test('of those that have ended, a task knows the last 32', async () => {
  const runs = new BackgroundRuns();
  for (let count = 0; count < 40; count += 1) await started(runs, 'a')?.stop();
  expect(runs.of('a')).toHaveLength(32);
  expect(runs.of('a').at(-1)?.id).toBe('bg-40');
});
