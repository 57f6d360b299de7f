import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changesBetween, changingTree } from '../../../../test/support/changing-tree.ts';
import type { TaskId } from '../../../contracts/ids.ts';
import { openStartedCalls } from '../../running/started-calls.ts';
import type { Entry } from '../change.ts';
import { openChanges } from '../change-store.ts';
import { entryAt } from '../disk/entry-at.ts';
import { foldersIn } from '../disk/folders.ts';
import { chainOf } from './continued.ts';

const signal = new AbortController().signal;
const [first, second, third] = ['first', 'second', 'third'] as [TaskId, TaskId, TaskId]; // names of tests

/** Tasks that write files one after another. */
function writing() {
  const at = changingTree();
  const changes = openChanges(at.data);
  return {
    ...at,
    changes,
    /** The key of a call is the name of its file. */
    async write(task_id: TaskId, name: string, content: string): Promise<void> {
      const staged = at.stage();
      writeFileSync(join(staged, name), content);
      const made = await changesBetween(at.real, staged);
      expect(await changes.apply({ call: { task_id, key: name }, title: name, changes: made, result: null }, signal)).toEqual({
        applied: true,
      });
    },
    isOwn: async (task_id: TaskId, name: string) =>
      changes.isOwn(task_id, join(at.real, name), (await entryAt(join(at.real, name))) as Entry), // there is one
  };
}

describe('a task that continues with another', () => {
  test('owns what the other created, finds its receipts, and is undone with it', async () => {
    const { changes, write, isOwn, tree, data } = writing();
    await write(first, 'a', 'one');
    changes.continueFrom(second, first);
    expect(await isOwn(second, 'a')).toBe(true);
    await write(second, 'a', 'two');
    changes.continueFrom(third, second);
    expect(await isOwn(third, 'a')).toBe(true); // created by the first task, changed by the second
    expect(await isOwn(first, 'a')).toBe(false);
    await write(third, 'b', 'three');
    expect(await changes.receiptOf({ task_id: third, key: 'a' })).toMatchObject({ task_id: second });
    expect(await changes.receiptOf({ task_id: first, key: 'b' })).toBeUndefined();
    const fresh = openChanges(data); // another process
    expect((await fresh.undoable()).map(({ id }) => id)).toEqual([third, second, first]);
    const plan = await fresh.planUndo(third);
    if (!plan) return expect.fail('there is nothing to undo');
    const undone = await fresh.undo(plan, signal);
    expect(undone).toMatchObject({ undone: true });
    expect(tree()).toEqual({});
    expect((await fresh.undoable()).filter(({ id }) => id.length < 10).every((task) => task.undone)).toBe(true);
    const redo = undone.undone ? await fresh.planUndo(undone.id) : undefined;
    expect(redo && (await fresh.undo(redo, signal))).toMatchObject({ undone: true });
    expect(Object.keys(tree())).toHaveLength(2);
  });

  test('that changed nothing itself undoes what the other did', async () => {
    const { changes, write, tree } = writing();
    await write(first, 'a', 'one');
    changes.continueFrom(second, first);
    expect((await changes.undoable()).map(({ id }) => id)).toEqual([second, first]);
    const plan = await changes.planUndo(second);
    expect(plan && (await changes.undo(plan, signal))).toMatchObject({ undone: true });
    expect(tree()).toEqual({});
  });

  test('knows which calls of the other may have taken effect', () => {
    const { data, changes } = writing();
    const started = openStartedCalls(data);
    started.mark({ task_id: first, key: 'call' });
    expect(started.isMarked({ task_id: second, key: 'call' })).toBe(false);
    changes.continueFrom(second, first);
    changes.continueFrom(third, second);
    expect(started.isMarked({ task_id: third, key: 'call' })).toBe(true);
    expect(started.isMarked({ task_id: third, key: 'another' })).toBe(false);
    changes.leave(third);
    expect(started.isMarked({ task_id: third, key: 'call' })).toBe(false);
  });

  test('keeps the receipts of the other for as long as its own', async () => {
    const { changes, write } = writing();
    await write(first, 'a', 'one');
    changes.continueFrom(second, first);
    await write(second, 'b', 'two');
    expect(await changes.receipts()).toMatchObject([
      { task_id: first, undoes: [second] },
      { task_id: second, undoes: [] },
    ]);
  });
});

test.each<[string, (folder: string) => void]>([
  ['garbage', (folder) => writeFileSync(join(folder, second), '../../etc\n')],
  ['itself', (folder) => writeFileSync(join(folder, second), second)],
  ['a folder', (folder) => mkdirSync(join(folder, second))],
  ['nothing', (folder) => rmSync(folder, { recursive: true })],
])('a note that says %s says nothing', (_, spoil) => {
  const { data } = changingTree();
  const folders = foldersIn(data);
  mkdirSync(folders.continued, { recursive: true });
  spoil(folders.continued);
  expect(chainOf(folders, second)).toEqual([second]);
});
