import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { changesBetween, changingTree } from '../../../test/support/changing-tree.ts';
import { dayMs, daysAgo, journalText, placeJournal } from '../../../test/support/ended-journal.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { TaskId } from '../../contracts/ids.ts';
import { reopenJournal } from '../../journal/files.ts';
import { holdEnded } from '../../journal/hold-ended.ts';
import { openChanges } from '../../tools/changes/change-store.ts';
import { markDropped } from '../tasks/task-marks.ts';
import { findStored } from './find-stored.ts';
import { planHousekeeping } from './plan-housekeeping.ts';
import { runStep } from './run-step.ts';

const { signal } = new AbortController();
const never = Number.POSITIVE_INFINITY;

function placeReceipts(data: string, id: string, time: Date): void {
  const folder = join(data, 'undo', id, `${time.getTime().toString(36).padStart(9, '0')}-0123456789abcdef`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'receipt.jsonl'), 'x'.repeat(100));
}

const stepsIn = async (data: string, policy = {}) =>
  planHousekeeping(
    await findStored(data, openChanges(data), signal),
    { compressAfter: never, removeAfter: never, undoAfter: never, maxSize: never, ...policy },
    Date.now(),
  ).steps;

const done = async (data: string, steps: Awaited<ReturnType<typeof stepsIn>>) => {
  const ended = [];
  for (const step of steps) ended.push(await runStep(step, { data, changes: openChanges(data), signal }));
  return ended;
};

test('every journal is found with its state, which depends on its end and not on its file', async () => {
  const data = scratch();
  const at = daysAgo(40);
  const ended = placeJournal(data, 'ended', { at });
  placeJournal(data, 'stopped', { isOver: false });
  writeFileSync(placeJournal(data, 'empty'), '');
  const foreign = placeJournal(data, 'foreign', { at });
  writeFileSync(`${foreign}.gz`, gzipSync(readFileSync(foreign)));
  writeFileSync(join(data, 'tasks', 'damaged.jsonl.gz'), gzipSync(journalText('damaged')).subarray(0, -3));
  writeFileSync(join(data, 'tasks', 'torn.jsonl.gz'), gzipSync(journalText('torn', { isOver: false })));
  symlinkSync(ended, join(data, 'tasks', 'link.jsonl'));
  symlinkSync('loop.jsonl', join(data, 'tasks', 'loop.jsonl'));
  mkdirSync(join(data, 'tasks', 'folder.jsonl'));
  writeFileSync(join(data, 'tasks', 'x.jsonl.part'), 'half');
  const { journals, parts } = await findStored(data, openChanges(data), signal);
  expect(Object.fromEntries(journals.map(({ task_id, state }) => [task_id, state]))).toEqual({
    ended: 'ended',
    stopped: 'unfinished',
    empty: 'unreadable',
    foreign: 'ended',
    damaged: 'unreadable',
    torn: 'unfinished',
    link: 'unreadable',
    loop: 'unreadable',
    folder: 'unreadable',
  });
  for (const id of ['ended', 'foreign']) expect(journals.find(({ task_id }) => task_id === id)?.ended).toBe(at.getTime());
  expect(parts).toMatchObject([{ name: 'x.jsonl.part', bytes: 4 }]);
});

test('a folder that cannot be looked into is an error that says so', async () => {
  const data = scratch();
  writeFileSync(join(data, 'tasks'), '');
  await expect(findStored(data, openChanges(data), signal)).rejects.toMatchObject({ code: 'data_unwritable' });
});

test('what another run has done meanwhile is not harm', async () => {
  const data = scratch();
  placeJournal(data, 'a', { at: daysAgo(90) });
  placeReceipts(data, 'a', daysAgo(90));
  placeReceipts(data, 'tried', daysAgo(90));
  const steps = await stepsIn(data, { removeAfter: 0 });
  expect(await done(data, steps)).toEqual([{ freed: expect.any(Number) }, { freed: 100 }]);
  expect(await done(data, steps)).toMatchObject([{ left: 'gone' }, { freed: 100 }]);
});

test('a journal that came since keeps what undo needs of it', async () => {
  const data = scratch();
  placeReceipts(data, 'a', daysAgo(90));
  const steps = await stepsIn(data, { undoAfter: 0 });
  placeJournal(data, 'a', { isOver: false });
  expect(await done(data, steps)).toMatchObject([{ left: 'unfinished' }]);
  placeJournal(data, 'a', { at: daysAgo(1) });
  expect(await done(data, steps)).toMatchObject([{ left: 'younger' }]);
  expect(existsSync(join(data, 'undo', 'a'))).toBe(true);
});

test('a journal that has been replaced stays, with what undo needs of it', async () => {
  const data = scratch();
  placeJournal(data, 'a', { at: daysAgo(90) });
  placeReceipts(data, 'a', daysAgo(90));
  const steps = await stepsIn(data, { removeAfter: 0 });
  for (const [options, left] of [
    [{ at: daysAgo(2) }, 'younger'],
    [{ isOver: false }, 'unfinished'],
  ] as const) {
    const path = placeJournal(data, 'a', options);
    expect(await done(data, steps)).toMatchObject([{ left }]);
    expect([existsSync(path), existsSync(join(data, 'undo', 'a'))]).toEqual([true, true]);
  }
});

test('an undo stays as long as what it undid does, also when that was to go before it', async () => {
  const at = changingTree();
  const staged = at.stage();
  writeFileSync(join(staged, 'a.txt'), 'new');
  const store = openChanges(at.data);
  const changes = await changesBetween(at.real, staged);
  await store.apply({ call: { task_id: 'task', key: 'k' }, title: 't', changes, result: null }, signal);
  const plan = await store.planUndo('task');
  expect(plan && (await store.undo(plan, signal))).toMatchObject({ undone: true });
  const path = placeJournal(at.data, 'task', { at: daysAgo(90) });
  const steps = await stepsIn(at.data, { removeAfter: 0 });
  const held = await holdEnded(path);
  if ('left' in held) throw new Error(held.detail);
  expect(await done(at.data, steps)).toMatchObject([{ left: 'held' }, { left: 'needed' }]);
  expect(await store.undoable()).toMatchObject([{ undone: false }, { id: 'task', undone: true }]);
  await held.file.close();
  expect(await done(at.data, steps)).toEqual([{ freed: expect.any(Number) }, { freed: expect.any(Number) }]);
  expect(await store.undoable()).toEqual([]);
});

test('marks go with the receipts of what has no journal, and stay where a fork may ask for them', async () => {
  const data = scratch();
  for (const id of ['tried', 'task']) {
    placeReceipts(data, id, daysAgo(90));
    mkdirSync(join(data, 'begun', id), { recursive: true });
  }
  placeJournal(data, 'task', { at: daysAgo(90) });
  expect(await done(data, await stepsIn(data, { undoAfter: 0 }))).toEqual([{ freed: 100 }, { freed: 100 }]);
  expect(['tried', 'task'].map((id) => existsSync(join(data, 'begun', id)))).toEqual([false, true]);
});

test('a task that was dropped goes with everything that belongs to it, however its journal ends, unless a process holds it', async () => {
  const data = scratch();
  const [held, stopped, damaged] = ['held', 'stopped', 'damaged'].map((id) => placeJournal(data, id, { isOver: false }));
  writeFileSync(damaged ?? '', 'no journal');
  for (const id of ['held', 'stopped', 'damaged'] as TaskId[]) {
    placeReceipts(data, id, daysAgo(90));
    await markDropped(data, id);
    utimesSync(join(data, 'marks', `${id}.dropped`), daysAgo(80), daysAgo(80));
  }
  expect(await stepsIn(data, { removeAfter: 81 * dayMs })).toEqual([]);
  const steps = await stepsIn(data, { removeAfter: 79 * dayMs });
  const { writer } = reopenJournal(data, 'held' as TaskId);
  expect(
    await done(
      data,
      steps.filter(({ id }) => id === 'held'),
    ),
  ).toMatchObject([{ left: 'held' }]);
  await writer.close();
  for (const { freed } of (await done(data, steps)) as { freed: number }[]) expect(freed).toBeGreaterThan(100);
  expect([held, stopped, damaged].filter((path) => existsSync(path ?? ''))).toEqual([]);
  expect(readdirSync(join(data, 'marks'))).toEqual([]);
  expect(existsSync(join(data, 'undo', 'stopped'))).toBe(false);
});
