import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { createUntilChanged } from './unchanged.ts';

/** An hour from now, when what the test wrote is old enough to be cached. */
const later = () => Date.now() + 3_600_000;

/** Looks at one path; returns how often it has had to look. */
function lookerAt(path: string, { isWhole = true, now = later } = {}) {
  const untilChanged = createUntilChanged<number>(now);
  let looks = 0;
  return () =>
    untilChanged(
      'key',
      async (note) => {
        note(path);
        looks += 1;
        return { value: looks, isWhole };
      },
      wait,
    );
}

/** Waits without a limit. */
const wait = async (underWay: Promise<unknown>): Promise<void> => void (await underWay);

test('an unchanged entry is looked at once', async () => {
  const path = join(scratch(), 'file');
  writeFileSync(path, 'same');
  const look = lookerAt(path);
  expect([await look(), await look(), await look()]).toEqual([1, 1, 1]);
});

test('a missing entry is looked at once, until it exists', async () => {
  const path = join(scratch(), 'file');
  const look = lookerAt(path);
  expect([await look(), await look()]).toEqual([1, 1]);
  writeFileSync(path, '');
  expect(await look()).toBe(2);
});

describe('it is looked at again when', () => {
  test.each<readonly [string, (path: string) => void]>([
    ['it is written', (path) => writeFileSync(path, 'other')],
    [
      'it is written with the same length and its old time',
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, 'emas');
        utimesSync(path, atime, mtime);
      },
    ],
    ['it may be run', (path) => chmodSync(path, 0o755)],
    ['it is gone', (path) => rmSync(path)],
    [
      'another file takes its place',
      (path) => {
        writeFileSync(`${path}.new`, 'same');
        renameSync(`${path}.new`, path);
      },
    ],
    [
      'a link takes its place',
      (path) => {
        renameSync(path, `${path}.old`);
        writeFileSync(`${path}.target`, 'same');
        symlinkSync(`${path}.target`, path);
      },
    ],
  ])('%s', async (_, change) => {
    const path = join(scratch(), 'file');
    writeFileSync(path, 'same');
    const look = lookerAt(path);
    await look();
    await untilClockMoves(path);
    change(path);
    expect([await look(), await look()]).toEqual([2, 2]);
  });

  test('a folder gets an entry', async () => {
    const folder = join(scratch(), 'folder');
    mkdirSync(folder);
    const look = lookerAt(folder);
    await look();
    await untilClockMoves(folder);
    writeFileSync(join(folder, 'new'), '');
    expect(await look()).toBe(2);
  });
});

test('what was changed a moment ago is not kept: it may change again without a trace', async () => {
  const path = join(scratch(), 'file');
  writeFileSync(path, 'same');
  const look = lookerAt(path, { now: () => statSync(path).ctimeMs + 50 });
  expect([await look(), await look()]).toEqual([1, 2]);
});

test('what was left out is looked for again', async () => {
  const look = lookerAt(scratch(), { isWhole: false });
  expect([await look(), await look()]).toEqual([1, 2]);
});

test('no more than 32 are kept, the last ones', async () => {
  const untilChanged = createUntilChanged<number>(later);
  let looks = 0;
  const look = (key: number) =>
    untilChanged(
      String(key),
      async () => {
        looks += 1;
        return { value: key, isWhole: true };
      },
      wait,
    );
  for (let key = 0; key < 33; key += 1) await look(key);
  await look(32);
  expect(looks).toBe(33);
  await look(0);
  expect(looks).toBe(34);
});

describe('of many at once', () => {
  /** A look that ends when the test tells it to. */
  function heldLook(path: string) {
    const untilChanged = createUntilChanged<number>(later);
    const holds: PromiseWithResolvers<void>[] = [];
    const look = (wait_ = wait) =>
      untilChanged(
        'key',
        async (note) => {
          note(path);
          const hold = Promise.withResolvers<void>();
          const value = holds.push(hold);
          await hold.promise;
          return { value, isWhole: true };
        },
        wait_,
      );
    return { look, holds };
  }

  test('one looks, and the others take what it saw', async () => {
    const { look, holds } = heldLook(scratch());
    const all = [look(), look(), look()];
    holds[0]?.resolve();
    expect(await Promise.all(all)).toEqual([1, 1, 1]);
  });

  test('a change that came before one of them was asked is seen by that one', async () => {
    const folder = scratch();
    const { look, holds } = heldLook(folder);
    const first = look();
    await untilClockMoves(folder);
    writeFileSync(join(folder, 'new'), '');
    const second = look();
    holds[0]?.resolve();
    expect(await first).toBe(1);
    await expect.poll(() => holds.length).toBe(2);
    holds[1]?.resolve();
    expect(await second).toBe(2);
  });

  test('one that has no time to wait looks itself', async () => {
    const { look, holds } = heldLook(scratch());
    const all = [look(), look(async () => {})];
    await expect.poll(() => holds.length).toBe(2);
    for (const hold of holds) hold.resolve();
    expect(await Promise.all(all)).toEqual([1, 2]);
  });
});

/** The clock of files advances in steps: writes until the next step. */
async function untilClockMoves(path: string): Promise<void> {
  const { ctimeMs } = statSync(path);
  const probe = join(scratch(), 'probe');
  do writeFileSync(probe, '');
  while (statSync(probe).ctimeMs === ctimeMs);
}
