import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { openSleep } from './sleep.ts';

const everyMs = 1;

function wakes(
  poll = everyMs,
  watchPath?: Parameters<typeof openSleep>[3],
): {
  readonly root: string;
  readonly stop: AbortController;
  readonly next: ReturnType<typeof openSleep>['next'];
} {
  const [root, stop] = [scratch(), new AbortController()];
  const opened = openSleep(root, stop.signal, poll, watchPath);
  onTestFinished(() => opened[Symbol.dispose]());
  return { root, stop, next: opened.next };
}

/** Returns these values one after another, and then repeats the last one. */
function saying(...all: readonly string[]): { readonly glance: () => string; readonly times: () => number } {
  let times = 0;
  return { glance: () => all[Math.min(times++, all.length - 1)] ?? '', times: () => times };
}

test('a glance that differs from the first one ends the wait', async () => {
  const { glance, times } = saying('a', 'b', 'a');
  await wakes().next(undefined, glance);
  expect(times()).toBe(2);
});

test('while it says the same, two polls are passed over, and no more', async () => {
  const { glance, times } = saying('a');
  await wakes().next(undefined, glance);
  expect(times()).toBe(3);
});

test('where no more files can be watched, it is polled three times as often', async () => {
  const { glance, times } = saying('a');
  const refuse = () => {
    throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' });
  };
  await wakes(everyMs, refuse).next(undefined, glance);
  expect(times()).toBe(7);
});

test('a time that was given ends the wait', async () => {
  const { glance, times } = saying('a');
  await wakes().next(everyMs, glance);
  await wakes(1_000_000).next(1, glance);
  await wakes(1_000_000).next(0);
  expect(times()).toBe(2);
});

test('a change in the folder and a stop end it', async () => {
  const { root, stop, next } = wakes(1_000_000);
  const waiting = next(undefined, () => 'a');
  writeFileSync(join(root, '.liza/state.yaml'), 'version: 1\n');
  await waiting;
  const stopped = next(undefined, () => 'a');
  stop.abort();
  await stopped;
});
