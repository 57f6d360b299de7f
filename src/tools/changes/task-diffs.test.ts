import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type ChangingTree, changesBetween, changingTree } from '../../../test/support/changing-tree.ts';
import { type ChangeStore, openChanges } from './change-store.ts';
import type { FileDiff, Write } from './task-diffs.ts';

const signal = new AbortController().signal;
const task_id = 'a-task';

let at: ChangingTree;
let store: ChangeStore;
beforeEach(() => {
  at = changingTree();
  store = openChanges(at.data);
});

const pathOf = (name: string): string => join(at.real, name);
let calls = 0;

/** The tree after a single call of the task. */
async function call(change: (staged: string) => void): Promise<void> {
  const staged = at.stage();
  change(staged);
  calls += 1;
  await store.apply(
    { call: { task_id, key: `k${calls}` }, title: 't', changes: await changesBetween(at.real, staged), result: null },
    signal,
  );
}

const diffs = (isSecret: (path: string) => boolean = () => false) => store.diffs(task_id, isSecret);

test('created, changed and deleted files have a diff, over all calls of the task', async () => {
  writeFileSync(pathOf('a'), 'one\ntwo\n');
  writeFileSync(pathOf('b'), 'gone\n');
  await call((staged) => writeFileSync(join(staged, 'a'), 'one\n2\n'));
  await call((staged) => writeFileSync(join(staged, 'a'), 'one\n2\nthree\n'));
  await call((staged) => {
    rmSync(join(staged, 'b'));
    mkdirSync(join(staged, 'folder'));
    writeFileSync(join(staged, 'folder/c'), 'new\n');
  });
  expect(Object.fromEntries(await diffs())).toEqual({
    [pathOf('a')]: { diff: '@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three' },
    [pathOf('b')]: { diff: '@@ -1,1 +0,0 @@\n-gone' },
    [pathOf('folder/c')]: { diff: '@@ -0,0 +1,1 @@\n+new' },
  });
});

test('what was undone since has its diff still', async () => {
  writeFileSync(pathOf('a'), 'one\n');
  await call((staged) => writeFileSync(join(staged, 'a'), 'two\n'));
  const plan = await store.planUndo(task_id);
  expect(plan && (await store.undo(plan, signal))).toMatchObject({ undone: true });
  expect(await diffs()).toEqual(new Map([[pathOf('a'), { diff: '@@ -1,1 +1,1 @@\n-one\n+two' }]]));
});

test('what an undo put back is not said to be lost, even if its content was never hashed', async () => {
  writeFileSync(pathOf('a'), 'one\n');
  const staged = at.stage();
  rmSync(join(staged, 'a'));
  const changes = (await changesBetween(at.real, staged)).map((change) =>
    change.before?.kind === 'file' ? { ...change, before: { ...change.before, hash: '' } } : change,
  );
  await store.apply({ call: { task_id, key: 'k' }, title: 't', changes, result: null }, signal);
  expect((await diffs()).get(pathOf('a'))).toEqual({ diff: '@@ -1,1 +0,0 @@\n-one' });
  const plan = await store.planUndo(task_id);
  expect(plan && (await store.undo(plan, signal))).toMatchObject({ undone: true });
  expect((await diffs()).get(pathOf('a'))).toEqual({ none: 'undone' });
});

test.each<[string, readonly Write[], FileDiff]>([
  ['its content', [{ content: 'two\n' }], { diff: '@@ -1,1 +1,1 @@\n-one\n+two' }],
  [
    'the pieces that were replaced',
    [
      { old: 'one', new: '$&' },
      { old: '$&', new: 'two' },
    ],
    { diff: '@@ -1,1 +1,1 @@\n-one\n+two' },
  ],
  ['something else', [{ content: 'other\n' }], { none: 'changed since', was: 'one\n' }],
])('what was changed since has its diff where the record has %s', async (_, writes, expected) => {
  writeFileSync(pathOf('a'), 'one\n');
  await call((staged) => writeFileSync(join(staged, 'a'), 'two\n'));
  writeFileSync(pathOf('a'), 'three\n');
  const found = await store.diffs(task_id, () => false, new Map([[pathOf('a'), writes]]));
  expect(found.get(pathOf('a'))).toEqual(expected);
});

test.each<[string, (path: string) => void]>([
  ['written again', (path) => writeFileSync(path, 'three\n')],
  ['removed', (path) => rmSync(path)],
  [
    'made a link',
    (path) => {
      rmSync(path);
      symlinkSync('/etc/hostname', path);
    },
  ],
  [
    'made a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])('what was %s since has none, says so, and has what was there before', async (_, change) => {
  writeFileSync(pathOf('a'), 'one\n');
  await call((staged) => writeFileSync(join(staged, 'a'), 'two\n'));
  change(pathOf('a'));
  expect((await diffs()).get(pathOf('a'))).toEqual({ none: 'changed since', was: 'one\n' });
});

test.each<[string, string | Buffer]>([
  ['not text', Buffer.from([0, 1, 2, 255])],
  ['too long', 'x\n'.repeat(200_000)],
])('what is %s has none', async (_, content) => {
  await call((staged) => writeFileSync(join(staged, 'a'), content));
  expect((await diffs()).get(pathOf('a'))).toEqual({ none: 'no text' });
});

test('what may hold secrets is not even read', async () => {
  await call((staged) => writeFileSync(join(staged, '.env'), 'KEY=value\n'));
  expect(await diffs((path) => path.endsWith('.env'))).toEqual(new Map([[pathOf('.env'), { none: 'secret' }]]));
});

test('a before-image that is gone is missing, and without receipts there is nothing', async () => {
  writeFileSync(pathOf('a'), 'one\n');
  await call((staged) => writeFileSync(join(staged, 'a'), 'two\n'));
  const [id = ''] = readdirSync(join(at.data, 'undo', task_id));
  rmSync(join(at.data, 'undo', task_id, id, 'before'), { recursive: true });
  expect((await diffs()).get(pathOf('a'))).toEqual({ none: 'not kept' });
  await store.forget(task_id, signal);
  expect(await diffs()).toEqual(new Map());
});
