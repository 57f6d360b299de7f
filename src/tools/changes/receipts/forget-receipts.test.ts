import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ChangingTree, changesBetween, changingTree } from '../../../../test/support/changing-tree.ts';
import { createApplyingLock } from '../applying-lock.ts';
import { openChanges } from '../change-store.ts';
import { namesIn } from '../disk/folders.ts';

const { signal } = new AbortController();

/** Writes to a file in the way that a call of a task does. */
async function write(at: ChangingTree, task_id: string, text: string): Promise<void> {
  const staged = at.stage();
  writeFileSync(join(staged, 'a.txt'), text);
  const changes = await changesBetween(at.real, staged);
  await openChanges(at.data).apply({ call: { task_id, key: text }, title: `write ${text}`, changes, result: null }, signal);
}

async function written(): Promise<ChangingTree> {
  const at = changingTree();
  writeFileSync(join(at.real, 'a.txt'), 'x'.repeat(10_000));
  await write(at, 'first', 'one');
  await write(at, 'second', 'two');
  return at;
}

const ids = async (at: ChangingTree) => (await openChanges(at.data).receipts()).map(({ task_id }) => task_id);

test('what is kept is listed oldest first, with its size, its age and what it undid', async () => {
  const at = await written();
  const store = openChanges(at.data);
  const plan = await store.planUndo('second');
  const undone = plan && (await store.undo(plan, signal));
  if (!undone?.undone) throw new Error('not undone');
  const listed = await store.receipts();
  expect(listed.map(({ task_id, undoes }) => [task_id, undoes])).toEqual([
    ['first', []],
    ['second', []],
    [undone.id, ['second']],
  ]);
  expect(listed[0]?.bytes).toBeGreaterThan(10_000);
  for (const { time } of listed) expect(Math.abs(Date.now() - time)).toBeLessThan(60_000);
});

test('what is forgotten is gone, and nothing else is', async () => {
  const at = await written();
  mkdirSync(join(at.data, 'kept', 'mine'), { recursive: true });
  const store = openChanges(at.data);
  expect(await store.forget('first', signal)).toBe('forgotten');
  expect(await store.forget('first', signal)).toBe('nothing there');
  expect(await ids(at)).toEqual(['second']);
  expect(await store.planUndo('first')).toBeUndefined();
  expect(namesIn(join(at.data, 'forgotten'))).toEqual([]);
  expect(existsSync(join(at.data, 'kept', 'mine'))).toBe(true);
  const plan = await store.planUndo('second');
  expect(plan && (await store.undo(plan, signal))).toMatchObject({ undone: true });
});

test('an id that is none, or names another folder, is refused', async () => {
  const at = await written();
  for (const id of ['', '..', 'a/b', '../applying'])
    await expect(openChanges(at.data).forget(id, signal)).rejects.toMatchObject({ code: 'id_invalid' });
});

test('where there is no data folder yet nothing is kept, and none is created', async () => {
  const at = changingTree();
  const store = openChanges(join(at.data, 'none'));
  expect(await store.receipts()).toEqual([]);
  expect(await store.forget('first', signal)).toBe('nothing there');
  expect(existsSync(join(at.data, 'none'))).toBe(false);
});

test('files that are not ours are neither listed nor touched', async () => {
  const at = await written();
  writeFileSync(join(at.data, 'undo', 'a-file'), '');
  mkdirSync(join(at.data, 'undo', 'with space'));
  expect(await ids(at)).toEqual(['first', 'second']);
});

test('while something is half applied nothing is forgotten, and that stays as it is', async () => {
  const at = await written();
  mkdirSync(join(at.data, 'applying', 'half'));
  expect(await openChanges(at.data).forget('first', signal)).toBe('half applied');
  expect([await ids(at), readdirSync(join(at.data, 'applying'))]).toEqual([['first', 'second'], ['half']]);
});

test('what a killed process took away and did not remove is removed by the next', async () => {
  const at = await written();
  mkdirSync(join(at.data, 'forgotten', 'earlier', 'deep'), { recursive: true });
  await openChanges(at.data).forget('first', signal);
  expect(namesIn(join(at.data, 'forgotten'))).toEqual([]);
});

test('many at once forget it once', async () => {
  const at = await written();
  const told = await Promise.all(
    Array.from({ length: 8 }, (_, n) => openChanges(at.data).forget(n % 2 === 0 ? 'first' : 'second', signal)),
  );
  expect(told.filter((each) => each === 'forgotten')).toHaveLength(2);
  expect(await ids(at)).toEqual([]);
});

test('it waits for changes that are being applied, and gives up when the signal fires', async () => {
  const at = await written();
  using _applying = await createApplyingLock(at.data)(signal);
  const stop = new AbortController();
  const forgetting = openChanges(at.data).forget('first', stop.signal);
  stop.abort(new Error('stop'));
  await expect(forgetting).rejects.toThrow('stop');
  expect(await ids(at)).toEqual(['first', 'second']);
});
