import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { applyStaged, type ChangingTree, changingTree } from '../../../../test/support/changing-tree.ts';
import { type ChangeStore, openChanges } from '../change-store.ts';
import { entryAt } from '../disk/entry-at.ts';

let at: ChangingTree;
let store: ChangeStore;
let calls = 0;
beforeEach(() => {
  at = changingTree();
  store = openChanges(at.data);
});

const real = (name: string) => join(at.real, name);

async function call(change: (staged: string) => void, task = 'task') {
  const staged = at.stage();
  change(staged);
  calls += 1;
  expect(await applyStaged(store, at, staged, `call-${calls}`, task)).toEqual({ applied: true });
}

const write = (name: string, content: string) => (staged: string) => writeFileSync(join(staged, name), content);

/** According to the store that made all changes, and to one that was opened later. */
async function isOwn(name: string, task = 'task'): Promise<boolean> {
  const entry = await entryAt(real(name));
  if (entry === null || entry === 'other') return expect.unreachable(`there is no ${name}`);
  const seen = await Promise.all([store, openChanges(at.data)].map((one) => one.isOwn(task, real(name), entry)));
  const unread = entry.kind === 'file' ? await store.isOwn(task, real(name), { ...entry, hash: '' }) : seen[0];
  expect([...seen, unread]).toEqual([seen[0], seen[0], seen[0]]);
  return seen[0] ?? false;
}

describe("is the task's own", () => {
  test.each<[string, (name: string) => Promise<void>]>([
    ['a file that it created', (name) => call(write(name, 'mine'))],
    [
      'a file that it created and changed',
      async (name) => {
        await call(write(name, 'mine'));
        await call(write(name, 'mine too'));
      },
    ],
    [
      'a file that it created and whose mode it changed',
      async (name) => {
        await call(write(name, 'mine'));
        await call((staged) => chmodSync(join(staged, name), 0o700));
      },
    ],
    [
      'a file that it created again',
      async (name) => {
        await call(write(name, 'mine'));
        await call((staged) => rmSync(join(staged, name)));
        await call(write(name, 'mine'));
      },
    ],
    ['a symlink that it created', (name) => call((staged) => symlinkSync('x', join(staged, name)))],
    ['a folder that it created', (name) => call((staged) => mkdirSync(join(staged, name)))],
    [
      'what it created in place of what it had created',
      async (name) => {
        await call(write(name, 'mine'));
        await call((staged) => {
          rmSync(join(staged, name));
          mkdirSync(join(staged, name));
        });
      },
    ],
    [
      'what stands as it left it, though it was away in between',
      async (name) => {
        await call(write(name, 'mine'));
        const content = readFileSync(real(name));
        rmSync(real(name));
        writeFileSync(real(name), content);
      },
    ],
  ])('%s', async (_, prepare) => {
    expect(await store.isOwn('task', real('thing'), { kind: 'folder', mode: 0, uid: 0, gid: 0 })).toBe(false);
    await prepare('thing');
    expect(await isOwn('thing')).toBe(true);
    expect(await isOwn('thing', 'another')).toBe(false);
  });
});

describe("is not the task's own", () => {
  test.each<[string, (name: string) => Promise<void>]>([
    ['what it did not create', async (name) => writeFileSync(real(name), 'theirs')],
    [
      'what it only changed',
      async (name) => {
        writeFileSync(real(name), 'theirs');
        await call(write(name, 'mine'));
        await call(write(name, 'mine too'));
      },
    ],
    [
      'what another program changed since',
      async (name) => {
        await call(write(name, 'mine'));
        writeFileSync(real(name), 'theirs');
      },
    ],
    [
      'what it changed after another program did',
      async (name) => {
        await call(write(name, 'mine'));
        writeFileSync(real(name), 'theirs');
        await call(write(name, 'mine again'));
      },
    ],
    [
      'what another task changed since',
      async (name) => {
        await call(write(name, 'mine'));
        await call(write(name, 'of another task'), 'another');
      },
    ],
    [
      'a symlink that now leads elsewhere',
      async (name) => {
        await call((staged) => symlinkSync('x', join(staged, name)));
        rmSync(real(name));
        symlinkSync('y', real(name));
      },
    ],
    [
      'a file in place of its folder',
      async (name) => {
        await call((staged) => mkdirSync(join(staged, name)));
        rmSync(real(name), { recursive: true });
        writeFileSync(real(name), 'theirs');
      },
    ],
  ])('%s', async (_, prepare) => {
    await prepare('thing');
    expect(await isOwn('thing')).toBe(false);
  });
});
