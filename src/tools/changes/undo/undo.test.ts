import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { allKinds } from '../../../../test/support/all-kinds.ts';
import { applyStaged, type ChangingTree, changingTree } from '../../../../test/support/changing-tree.ts';
import { oneIn } from '../../../../test/support/sample.ts';
import { type ChangeStore, openChanges } from '../change-store.ts';
import { modeOf } from '../disk/entry-at.ts';
import { foldersIn } from '../disk/folders.ts';
import { statsAt } from '../disk/stamp.ts';
import type { UndoPlan } from './undo-plan.ts';

const signal = new AbortController().signal;

let at: ChangingTree;
let store: ChangeStore;
beforeEach(() => {
  at = changingTree();
  store = openChanges(at.data);
});

const planned = async (id: string, from = store): Promise<UndoPlan> => (await from.planUndo(id)) ?? expect.unreachable(`nothing of ${id}`);

async function undo(id: string, from = store): Promise<string> {
  const undone = await from.undo(await planned(id, from), signal);
  return undone.undone ? undone.id : expect.unreachable(JSON.stringify(undone.conflicts));
}

/** One operation on a tree; skipped if it is impossible. */
type Act = readonly [kind: string, name: string, other: string, number: number];

const names = ['a', 'b', 'a/c', 'a/d', 'a/c/e', 'b/f', 'ü\n', 'a/c/e/g'];
const kinds = ['write', 'write', 'write', 'folder', 'symlink', 'link', 'remove', 'remove', 'mode', 'touch', 'rename'];
const act: fc.Arbitrary<Act> = fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...names), fc.constantFrom(...names), fc.nat(3));

const modes = [0o644, 0o600, 0o755, 0o4711];

const acts: Record<string, (path: string, other: string, number: number) => void> = {
  write: (path, _, number) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `content ${number}`, { mode: 0o600 });
  },
  folder: (path, _, number) => mkdirSync(path, { mode: (modes[number] ?? 0) | 0o700 }),
  symlink: (path, other) => symlinkSync(relative(dirname(path), other), path),
  link: (path, other) => linkSync(other, path),
  remove: (path) => rmSync(path, { recursive: true }),
  mode: (path, _, number) => {
    const stats = lstatSync(path);
    const open = stats.isDirectory() && process.getuid?.() !== 0 ? 0o700 : 0; // without this, the test itself could not read the folder
    if (!stats.isSymbolicLink()) chmodSync(path, (modes[number] ?? 0) | open);
  },
  touch: (path, _, number) => lutimesSync(path, number, number * 1000),
  rename: (path, other) => renameSync(path, other),
};

function perform(folder: string, todo: readonly Act[]): void {
  for (const [kind, name, other, number] of todo) {
    try {
      acts[kind]?.(join(folder, name), join(folder, other), number);
    } catch {
      // this operation is impossible
    }
  }
}

/** A tree, and a task that changes it in several calls. */
async function changed(isElsewhere: boolean, initial: readonly Act[], rounds: readonly (readonly Act[])[]) {
  const tree = changingTree({ isElsewhere });
  perform(tree.real, initial);
  const changes = openChanges(tree.data);
  const before = tree.tree();
  for (const [index, round] of rounds.entries()) {
    const staged = tree.stage();
    perform(staged, round);
    expect(await applyStaged(changes, tree, staged, `call-${index}`)).toEqual({ applied: true });
  }
  return { tree, changes, before, after: tree.tree() };
}

const history = [
  fc.boolean(),
  fc.array(act, { maxLength: 12 }),
  fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
] as const;

test('whatever a task did, undo restores the tree exactly, and undoing the undo restores what it did', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(...history, async (isElsewhere, initial, rounds) => {
      const { tree, changes, before, after } = await changed(isElsewhere, initial, rounds);
      const ids = ['task'];
      for (const expected of [before, after, before, after]) {
        if ((await planned(ids.at(-1) ?? '', changes)).steps.length === 0) break;
        ids.push(await undo(ids.at(-1) ?? '', openChanges(tree.data)));
        expect(tree.tree()).toEqual(expected);
      }
      if (ids.length > 1) await undo('task', changes); // finally, the task itself is undone again
      expect(tree.tree()).toEqual(before);
    }),
    { numRuns: 60 / oneIn(4) },
  );
});

/** What another program does to a path that an undo would change. */
function interfere(path: string): void {
  const stats = statsAt(path);
  if (!stats) writeFileSync(path, 'theirs');
  else if (stats.isFile()) appendFileSync(path, 'theirs');
  else if (stats.isDirectory()) chmodSync(path, modeOf(stats) ^ 0o050);
  else {
    unlinkSync(path);
    symlinkSync('theirs', path);
  }
}

test('undo refuses, and touches nothing, whatever another program changed since', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(...history, fc.nat(), async (isElsewhere, initial, rounds, which) => {
      const { tree, changes } = await changed(isElsewhere, initial, rounds);
      const { steps } = await planned('task', changes);
      const reachable = steps.map(({ path }) => path).filter((path) => statsAt(dirname(path))?.isDirectory());
      const touched = reachable[which % reachable.length];
      if (touched === undefined) return;
      interfere(touched);
      const before = tree.tree();
      const plan = await planned('task', changes);
      expect(plan.conflicts.map(({ path }) => path)).toContain(touched);
      expect(await changes.undo(plan, signal)).toEqual({ undone: false, conflicts: plan.conflicts });
      expect(tree.tree()).toEqual(before);
    }),
    { numRuns: 60 / oneIn(4) },
  );
});

test.each([
  ['beside the data', false],
  ['on another file system', true],
])('changes of every kind are undone %s', async (_, isElsewhere) => {
  at = changingTree({ isElsewhere });
  store = openChanges(at.data);
  const { before, after, changes } = await allKinds(at);
  await store.apply({ call: { task_id: 'task', key: 'all' }, title: 'all kinds', changes, result: null }, signal);
  expect(at.tree()).toEqual(after);
  const id = await undo('task');
  expect(at.tree()).toEqual(before);
  await undo(id);
  expect(at.tree()).toEqual(after);
});

/** Makes the next receipt newer by the clock that orders receipts. */
function nextMillisecond(): void {
  for (const now = Date.now(); Date.now() === now; );
}

describe('an undo', () => {
  const stageAndApply = async (key: string, change: (staged: string) => void, task_id = 'task') => {
    const staged = at.stage();
    change(staged);
    expect(await applyStaged(store, at, staged, key, task_id)).toEqual({ applied: true });
  };

  test('is not planned for what changed nothing', async () => {
    expect(await store.planUndo('task')).toBeUndefined();
    await expect(store.planUndo('../../etc')).rejects.toThrow('not a task id');
  });

  test('is reported path by path, what is there now and what comes back', async () => {
    writeFileSync(join(at.real, 'old'), 'old');
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'old'), 'new'));
    await stageAndApply('second', (staged) => writeFileSync(join(staged, 'made'), 'new'));
    await stageAndApply('third', (staged) => rmSync(join(staged, 'old')));
    const { titles, steps, conflicts } = await planned('task');
    expect(titles).toEqual(['third', 'second', 'first']);
    expect(conflicts).toEqual([]);
    expect(new Map(steps.map(({ path, now, back }) => [path, [now?.kind, back?.kind]]))).toEqual(
      new Map([
        [join(at.real, 'old'), [undefined, 'file']],
        [join(at.real, 'made'), ['file', undefined]],
      ]),
    );
  });

  test('leaves out files that were created and deleted again', async () => {
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'made'), 'new'));
    await stageAndApply('second', (staged) => rmSync(join(staged, 'made')));
    writeFileSync(join(at.real, 'made'), 'theirs');
    expect(await planned('task')).toMatchObject({ steps: [], conflicts: [] });
  });

  test('is listed with what it undid, newest first', async () => {
    writeFileSync(join(at.real, 'old'), 'old');
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'old'), 'new'), 'one');
    nextMillisecond();
    await stageAndApply('second', (staged) => writeFileSync(join(staged, 'made'), 'new'), 'two');
    nextMillisecond();
    const id = await undo('one');
    nextMillisecond();
    expect((await store.undoable()).map(({ time: _, ...listed }) => listed)).toEqual([
      { id, titles: ['undo of one'], counts: { created: 0, changed: 1, deleted: 0, metadata: 0 }, undone: false, undo_of: 'one' },
      { id: 'two', titles: ['second'], counts: { created: 1, changed: 0, deleted: 0, metadata: 0 }, undone: false },
      { id: 'one', titles: ['first'], counts: { created: 0, changed: 1, deleted: 0, metadata: 0 }, undone: true },
    ]);
    await undo(id);
    expect((await store.undoable()).map(({ undone }) => undone)).toEqual([false, true, false, false]);
  });

  test('that an earlier version wrote is known by its title, and a task by nothing', async () => {
    await stageAndApply('undo of something', (staged) => writeFileSync(join(staged, 'made'), 'new'));
    nextMillisecond();
    const id = await undo('task');
    const home = join(foldersIn(at.data).undo, id);
    const path = join(home, readdirSync(home)[0] ?? '', 'receipt.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"undo_of":"task",', ''));
    expect((await store.undoable()).map(({ id: listed, undo_of }) => [listed, undo_of])).toEqual([
      [id, 'task'],
      ['task', undefined],
    ]);
  });

  test('of a task that is already undone has nothing to do', async () => {
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'made'), 'new'));
    await undo('task');
    const plan = await planned('task');
    expect(plan.steps).toEqual([]);
    expect(await store.undo(plan, signal)).toEqual({ undone: false, conflicts: [] });
  });

  test('of a task that continued takes back the rest', async () => {
    writeFileSync(join(at.real, 'old'), 'old');
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'old'), 'new'));
    await undo('task');
    await stageAndApply('second', (staged) => writeFileSync(join(staged, 'old'), 'newer'));
    await undo('task');
    expect(readFileSync(join(at.real, 'old'), 'utf8')).toBe('old');
  });

  test('of one task leaves what another did', async () => {
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'one'), '1'), 'one');
    await stageAndApply('second', (staged) => writeFileSync(join(staged, 'two'), '2'), 'two');
    await undo('one');
    expect(Object.keys(at.tree())).toEqual(['two']);
  });

  test.each<[string, string, string, () => void]>([
    ['a new file in a folder that is to go', 'new/theirs', 'made since', () => writeFileSync(join(at.real, 'new/theirs'), 'theirs')],
    [
      'a folder of what is to come back that is gone',
      'folder',
      'its folder is gone',
      () => rmSync(join(at.real, 'folder'), { recursive: true }),
    ],
    [
      'a folder of what is to come back that has become a symlink',
      'folder',
      'its folder is gone',
      () => {
        renameSync(join(at.real, 'folder'), join(at.real, 'elsewhere'));
        symlinkSync('elsewhere', join(at.real, 'folder'));
      },
    ],
    ['another mode', 'new/file', 'changed since', () => chmodSync(join(at.real, 'new/file'), 0o751)],
    [
      'a folder that has become a file',
      'new',
      'changed since',
      () => {
        rmSync(join(at.real, 'new'), { recursive: true });
        writeFileSync(join(at.real, 'new'), 'theirs');
      },
    ],
    ['a before-image that is gone', 'folder/gone', 'not kept', () => rmSync(join(at.data, 'undo'), { recursive: true })],
  ])('is refused: %s', async (_, name, why, meanwhile) => {
    mkdirSync(join(at.real, 'folder'));
    writeFileSync(join(at.real, 'folder/gone'), 'old');
    await stageAndApply('call', (staged) => {
      mkdirSync(join(staged, 'new'));
      writeFileSync(join(staged, 'new/file'), 'new');
      rmSync(join(staged, 'folder/gone'));
    });
    if (why === 'not kept') {
      const plan = await planned('task');
      const image = plan.changes.find(({ from }) => from !== undefined)?.from ?? '';
      rmSync(image);
    } else meanwhile();
    const before = at.tree();
    const plan = await planned('task');
    expect(plan.conflicts).toContainEqual({ path: join(at.real, name), why });
    expect((await store.undo(plan, signal)).undone).toBe(false);
    expect(at.tree()).toEqual(before);
  });

  test('is refused if another program changed the file between two calls of the task', async () => {
    writeFileSync(join(at.real, 'old'), 'old');
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'old'), 'new'));
    writeFileSync(join(at.real, 'old'), 'theirs, which no undo may lose');
    await stageAndApply('second', (staged) => writeFileSync(join(staged, 'old'), 'newer'));
    expect((await planned('task')).conflicts).toEqual([{ path: join(at.real, 'old'), why: 'changed since' }]);
  });

  test('is refused when something changes between planning and doing', async () => {
    await stageAndApply('first', (staged) => writeFileSync(join(staged, 'made'), 'new'));
    const plan = await planned('task');
    writeFileSync(join(at.real, 'made'), 'theirs');
    expect(await store.undo(plan, signal)).toEqual({ undone: false, conflicts: [{ path: join(at.real, 'made'), why: 'changed since' }] });
    expect(existsSync(join(at.real, 'made'))).toBe(true);
  });

  test('gives a file that has other names back as that very file', async () => {
    writeFileSync(join(at.real, 'one'), 'old');
    linkSync(join(at.real, 'one'), join(at.real, 'other'));
    const { ino } = lstatSync(join(at.real, 'one'));
    const staged = at.stage();
    rmSync(join(staged, 'one'));
    await applyStaged(store, at, staged, 'call');
    await undo('task');
    expect(lstatSync(join(at.real, 'one'))).toMatchObject({ ino, nlink: 2 });
  });
});
