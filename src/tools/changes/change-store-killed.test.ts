import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { allKinds } from '../../../test/support/all-kinds.ts';
import { type ChangingTree, changingTree, hasElsewhere } from '../../../test/support/changing-tree.ts';
import { oneIn } from '../../../test/support/sample.ts';
import type { Change } from './change.ts';
import { openChanges } from './change-store.ts';
import { createDisk, type Disk } from './disk/disk.ts';
import { namesIn } from './disk/folders.ts';

const applying = (changes: readonly Change[]) => ({
  call: { task_id: 'task', key: 'call' },
  title: 'all kinds',
  changes,
  result: { ok: true },
});

const signal = new AbortController().signal;

async function recovered({ data }: ChangingTree, disk?: Disk) {
  const store = openChanges(data, disk);
  const found = await store.recover();
  const isApplied = (await store.receiptOf({ task_id: 'task', key: 'call' })) !== undefined;
  return { found, isApplied, leftovers: [...namesIn(join(data, 'applying')), ...namesIn(join(data, 'kept'))] };
}

/** Runs a process that applies changes and kills itself just before its `step`th call that changes the disk. False if it finished. */
async function isKilledAt(step: number, data: string, changes: readonly Change[]): Promise<boolean> {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const script = `
    import { flushCompileCache } from 'node:module';
    import { createDisk } from ${module('./disk/disk.ts')};
    import { openChanges } from ${module('./change-store.ts')};
    flushCompileCache(); // what is killed keeps nothing
    let steps = 0;
    const disk = createDisk(() => { steps += 1; if (steps === ${step}) process.kill(process.pid, 'SIGKILL'); });
    const { applied } = await openChanges(${JSON.stringify(data)}, disk).apply(${JSON.stringify(applying(changes))}, new AbortController().signal);
    process.exit(applied ? 0 : 1);`;
  const env = { ...process.env, NODE_COMPILE_CACHE: inject('compileCache') };
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env }).then(
    () => false,
    (error) => (error.signal === 'SIGKILL' ? true : Promise.reject(error)),
  );
}

test('an applying that is killed at any step is whole or nothing after the next start', { timeout: 300_000 }, async () => {
  const outcomes = new Set<string>();
  let steps = 1;
  const killAtNext = async (): Promise<void> => {
    const step = steps;
    steps += oneIn(5);
    const at = changingTree();
    const { before, after, changes } = await allKinds(at);
    const isKilled = await isKilledAt(step, at.data, changes);
    const { found, isApplied, leftovers } = await recovered(at);
    expect(at.tree()).toEqual(isApplied ? after : before);
    expect(leftovers).toEqual([]);
    outcomes.add(found[0]?.outcome ?? (isApplied ? 'was finished' : 'was not begun'));
    if (isKilled) await killAtNext();
  };
  await Promise.all([killAtNext(), killAtNext(), killAtNext()]);
  expect(steps).toBeGreaterThan(35);
  expect(outcomes).toEqual(new Set(['was not begun', 'finished', 'was finished']));
});

/** A disk on which every change fails from the `step`th call on: the next process finds what a killed one would have left. */
function dyingDisk(step: number): { readonly disk: Disk; isDead(): boolean } {
  let steps = 0;
  const disk = createDisk(() => {
    steps += 1;
    if (steps >= step) throw new Error('dead');
  });
  return { disk, isDead: () => steps >= step };
}

describe.each([
  ['beside the data', false],
  ['on another file system', true],
])('with the files %s, whatever dies at any step', (_, isElsewhere) => {
  const newTree = () => changingTree({ isElsewhere });

  /** False if it finished before that step. */
  async function diesAt(step: number, at: ChangingTree, changes: readonly Change[]): Promise<boolean> {
    const { disk, isDead } = dyingDisk(step);
    await openChanges(at.data, disk)
      .apply(applying(changes), signal)
      .catch(() => {});
    return isDead();
  }

  test.skipIf(isElsewhere && !hasElsewhere).each([
    ['is whole or nothing', false],
    ['is nothing when the new contents are gone', true],
  ])('%s', { timeout: 120_000 }, async (_name, isGone) => {
    for (let step = 1, isDead = true; isDead; step += oneIn(5)) {
      const at = newTree();
      const { before, after, changes } = await allKinds(at);
      isDead = await diesAt(step, at, changes);
      if (isGone) for (const { from } of changes) if (from !== undefined) rmSync(from, { force: true });
      const { isApplied, leftovers } = await recovered(at);
      expect(at.tree()).toEqual(isApplied ? after : before);
      expect(leftovers).toEqual([]);
      expect(isApplied || isDead).toBe(true);
    }
  });

  test.skipIf(isElsewhere && !hasElsewhere)(
    'is whole or nothing, even if recovering dies too, again and again',
    { timeout: 120_000 },
    async () => {
      for (let step = 6, isDead = true; isDead; step += 5 * oneIn(3)) {
        const at = newTree();
        const { before, after, changes } = await allKinds(at);
        isDead = await diesAt(step, at, changes);
        if (step % 2 === 0) for (const { from } of changes) if (from !== undefined) rmSync(from, { force: true });
        for (let again = 1; again < 40; again += 3) await recovered(at, dyingDisk(again).disk).catch(() => {});
        const { isApplied, leftovers } = await recovered(at);
        expect(at.tree()).toEqual(isApplied ? after : before);
        expect(leftovers).toEqual([]);
      }
    },
  );
});
