import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { allKinds } from '../../../test/support/all-kinds.ts';
import { applyStaged, type ChangingTree, changesBetween, changingTree, namesBelow } from '../../../test/support/changing-tree.ts';
import { oneIn } from '../../../test/support/sample.ts';
import { scratch } from '../../../test/support/scratch.ts';
import type { Change, Entry } from './change.ts';
import { type ChangeStore, openChanges } from './change-store.ts';
import { createDisk } from './disk/disk.ts';
import { entryAt } from './disk/entry-at.ts';
import { stampOf } from './disk/stamp.ts';

const signal = new AbortController().signal;
const call = { task_id: 'task', key: '1.1.1/R3/1.1' };

let at: ChangingTree;
let store: ChangeStore;
beforeEach(() => {
  at = changingTree();
  store = openChanges(at.data);
});

const real = (name: string) => join(at.real, name);
const apply = (changes: readonly Change[], from = store) => from.apply({ call, title: 'a call', changes, result: { ok: true } }, signal);

/** A change that creates a file. */
async function creation(path: string, content = 'new'): Promise<Change> {
  const from = join(scratch(), 'content');
  writeFileSync(from, content);
  return { path, before: null, after: judged(await entryAt(from)), from, stamp: null };
}

const judged = (entry: Entry | 'other' | null): Entry | null => (entry === 'other' ? expect.unreachable() : entry);

describe.each([
  ['beside the data', false],
  ['on another file system', true],
])('changes of files %s', (_, isElsewhere) => {
  beforeEach(() => {
    at = changingTree({ isElsewhere });
    store = openChanges(at.data);
  });

  test('become real, and have a receipt', async () => {
    const { after, changes } = await allKinds(at);
    expect(await apply(changes)).toEqual({ applied: true });
    expect(at.tree()).toEqual(after);
    expect(await store.receiptOf(call)).toMatchObject({
      ...call,
      title: 'a call',
      result: { ok: true },
      counts: { created: 4, deleted: 6 },
    });
    expect(await store.receiptOf({ ...call, key: '1.1.1/R3/1.2' })).toBeUndefined();
    expect(await store.receiptOf({ ...call, task_id: 'other' })).toBeUndefined();
    expect(namesBelow(at.real).filter((name) => name.includes('.artoo'))).toEqual([]);
    expect(existsSync(join(at.data, 'applying')) && readdirSync(join(at.data, 'applying'))).toEqual([]);
  });

  test('are all taken back when any system call fails, and can be made then', { timeout: 120_000 }, async () => {
    let steps = 0;
    for (let failing = 1; ; failing += oneIn(5)) {
      const tree = changingTree({ isElsewhere });
      const { before, after, changes, staged } = await allKinds(tree);
      steps = 0;
      const disk = createDisk(() => {
        steps += 1;
        if (steps === failing) throw Object.assign(new Error('no space'), { code: 'ENOSPC', errno: -28 });
      });
      const result = await apply(changes, openChanges(tree.data, disk)).catch((error) => error.code);
      if (steps < failing) break;
      const receipt = await openChanges(tree.data).receiptOf(call);
      expect(result).toEqual(receipt ? { applied: true } : 'ENOSPC'); // the very last step only flushes
      expect(tree.tree()).toEqual(receipt ? after : before);
      if (receipt) continue;
      expect(await apply(await changesBetween(tree.real, staged), openChanges(tree.data))).toEqual({ applied: true });
      expect(tree.tree()).toEqual(after);
    }
    expect(steps).toBeGreaterThan(35);
  });

  test('are all reverted when another program is in the way of one', async () => {
    const { before, changes } = await allKinds(at);
    const theirs = real('new/file'); // one of the last files to be created
    let isDone = false;
    const disk = createDisk(() => {
      if (isDone || !existsSync(real('new'))) return;
      writeFileSync(theirs, 'theirs');
      isDone = true;
    });
    expect(await apply(changes, openChanges(at.data, disk))).toEqual({ applied: false, moved: [theirs] });
    const { new: folder, 'new/file': file, ...rest } = at.tree();
    expect([folder, file]).toEqual([expect.stringContaining('folder'), expect.stringContaining('theirs')]);
    expect(rest).toEqual(before);
    expect(await store.receiptOf(call)).toBeUndefined();
  });

  test('are all taken back when it is stopped in the middle', async () => {
    const { before, changes } = await allKinds(at);
    const stop = new AbortController();
    const disk = createDisk(() => existsSync(real('new')) && stop.abort(new Error('stop')));
    const applying = openChanges(at.data, disk).apply({ call, title: 'a call', changes, result: null }, stop.signal);
    await expect(applying).rejects.toThrow('stop');
    expect(at.tree()).toEqual(before);
  });
});

describe('nothing is done, and the path is named,', () => {
  test.each<[string, string, () => void]>([
    ['when a file has another content', 'changed', () => writeFileSync(real('changed'), 'theirs')],
    ['when a file has another content of the same size', 'changed', () => writeFileSync(real('changed'), 'old changeX')],
    ['when a file has another mode', 'mode', () => chmodSync(real('mode'), 0o777)],
    [
      'when a file was replaced by its like',
      'changed',
      () => {
        writeFileSync(real('twin'), 'old changed');
        renameSync(real('twin'), real('changed'));
      },
    ],
    ['when a file is gone', 'gone/a', () => rmSync(real('gone/a'))],
    ['when a file is in a folder that is to go', 'gone', () => writeFileSync(real('gone/theirs'), 'theirs')],
    ['when a file is where a new one is to be', 'new', () => writeFileSync(real('new'), 'theirs')],
    [
      'when a symlink leads elsewhere',
      'link',
      () => {
        rmSync(real('link'));
        symlinkSync('elsewhere', real('link'));
      },
    ],
    [
      'when a folder has become a symlink, even to the same files',
      'kept/to-link',
      () => {
        renameSync(real('kept'), real('kept-2'));
        symlinkSync('kept-2', real('kept'));
      },
    ],
  ])('%s', async (_, name, meanwhile) => {
    const { changes } = await allKinds(at);
    meanwhile();
    const before = at.tree();
    const applied = await apply(changes);
    expect(applied).toMatchObject({ applied: false });
    expect('moved' in applied && applied.moved).toContain(real(name));
    expect(at.tree()).toEqual(before);
    expect(readdirSync(at.data).filter((folder) => folder === 'kept')).toEqual([]);
  });
});

describe('applying', () => {
  test('accepts a folder that exists by then, and does not count it as its own', async () => {
    const folder: Change = { path: real('new'), before: null, after: { kind: 'folder', mode: 0o755, uid: 0, gid: 0 }, stamp: null };
    mkdirSync(real('new'), { mode: 0o700 });
    expect(await apply([folder, await creation(real('new/file'))])).toEqual({ applied: true });
    expect(lstatSync(real('new')).mode & 0o777).toBe(0o700);
    expect((await store.planUndo('task'))?.steps.map(({ path }) => path)).toEqual([real('new/file')]);
  });

  test('takes a path that comes twice for what it was first and is in the end', async () => {
    mkdirSync(real('thing'));
    const before = await entryAt(real('thing'));
    const gone: Change = { path: real('thing'), before: before === 'other' ? null : before, after: null, stamp: stampOf(real('thing')) };
    expect(await apply([gone, await creation(real('thing'))])).toEqual({ applied: true });
    expect(readFileSync(real('thing'), 'utf8')).toBe('new');
  });

  test('cuts only the name that changes when a file has others', async () => {
    writeFileSync(real('one'), 'old');
    linkSync(real('one'), real('other'));
    const staged = at.stage();
    rmSync(join(staged, 'one'));
    writeFileSync(join(staged, 'one'), 'new');
    expect(await applyStaged(store, at, staged, 'call')).toEqual({ applied: true });
    expect([readFileSync(real('one'), 'utf8'), readFileSync(real('other'), 'utf8')]).toEqual(['new', 'old']);
  });

  test.runIf(process.platform === 'linux')('leaves nothing on files that an overlay noted for itself', async () => {
    const { from = '', ...rest } = await creation(real('new'));
    const attributes = (path: string) => JSON.parse(python(`import os, json; print(json.dumps(os.listxattr(${JSON.stringify(path)})))`));
    python(`import os; [os.setxattr(${JSON.stringify(from)}, n, b'y') for n in ('user.overlay.origin', 'user.mine')]`);
    expect(attributes(from)).toHaveLength(2);
    await apply([{ ...rest, from, after: judged(await entryAt(from)) }]);
    expect(attributes(real('new'))).toEqual(['user.mine']);
  });

  test('keeps receipts, and what they hold, from other users', async () => {
    writeFileSync(real('old'), 'secret', { mode: 0o644 });
    const staged = at.stage();
    writeFileSync(join(staged, 'old'), 'new');
    await applyStaged(store, at, staged, 'call');
    const open = ['', 'undo', 'undo/task', 'applying'].filter((name) => (statSync(join(at.data, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  test.each([['relative'], ['/a/../b'], ['/a/'], ['/'], ['/a//b'], ['/a/./b']])('refuses a path that is not plain: %s', async (path) => {
    await expect(apply([await creation(path)])).rejects.toThrow('plain');
  });

  test("refuses to touch artoo's own data", async () => {
    await expect(apply([await creation(join(at.data, 'config.yaml'))])).rejects.toMatchObject({ code: 'EPERM' });
    expect(existsSync(join(at.data, 'config.yaml'))).toBe(false);
  });

  test('refuses a task id that is a path', async () => {
    const applying = { call: { task_id: '../..', key: 'x' }, title: '', changes: [], result: null };
    await expect(store.apply(applying, signal)).rejects.toThrow('not a task id');
  });

  test('of no changes is recorded, too: a resumed task finds the result of the call', async () => {
    expect(await apply([])).toEqual({ applied: true });
    expect(await store.receiptOf(call)).toMatchObject({ result: { ok: true } });
    expect(await store.undoable()).toEqual([]);
  });

  test('of a change without content fails and leaves everything as it was', async () => {
    const change = await creation(real('b'));
    rmSync(change.from ?? '');
    await expect(apply([await creation(real('a')), change])).rejects.toMatchObject({ code: 'ENOENT' });
    expect(at.tree()).toEqual({});
  });

  test('of thousands takes about as long for each as of one', async () => {
    const staged = at.stage();
    for (let n = 0; n < 3_000; n += 1) {
      if (n % 100 === 0) mkdirSync(join(staged, `${n / 100}`));
      writeFileSync(join(staged, `${Math.floor(n / 100)}/${n}`), `${n}`);
    }
    expect(await applyStaged(store, at, staged, 'call')).toEqual({ applied: true });
    expect(Object.keys(at.tree())).toHaveLength(3_030);
    const plan = (await store.planUndo('task')) ?? expect.unreachable();
    expect(await store.undo(plan, signal)).toMatchObject({ undone: true });
    expect(at.tree()).toEqual({});
  });
});

const python = (script: string): string => execFileSync('python3', ['-c', script], { encoding: 'utf8' });

const isRoot = process.getuid?.() === 0;

/** What a script prints when it runs in a process of its own, given the store and what it needs. A shell line runs first. */
function apart(script: string, { line = ':', program = ['sh'] }: { line?: string; program?: readonly string[] }): unknown {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const source = `
    import { execFileSync } from 'node:child_process';
    import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
    import { entryAt } from ${module('./disk/entry-at.ts')};
    import { stampOf } from ${module('./disk/stamp.ts')};
    import { openChanges } from ${module('./change-store.ts')};
    const [real, stage, data] = ${JSON.stringify([at.real, at.stage(), at.data])};
    const tree = () => execFileSync('find', [real, '-mindepth', '1', '-printf', '%P %m %s;'], { encoding: 'utf8' }).split(';').sort();
    const gone = async (name) => ({ path: real + '/' + name, before: await entryAt(real + '/' + name), after: null, stamp: stampOf(real + '/' + name) });
    const put = async (name, content) => {
      writeFileSync(stage + '/' + name, content);
      const [path, from] = [real + '/' + name, stage + '/' + name];
      return { path, before: await entryAt(path), after: await entryAt(from), from, stamp: stampOf(path) };
    };
    const apply = (changes) => openChanges(data).apply({ call: ${JSON.stringify(call)}, title: 'a call', changes, result: null }, new AbortController().signal);
    ${script}`;
  const [command = '', ...args] = [...program, '-c', `${line} && exec "$0" --input-type=module -e "$1"`, process.execPath, source];
  const env = { ...process.env, NODE_COMPILE_CACHE: inject('compileCache') };
  return JSON.parse(execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

function isPossible(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.runIf(isRoot && isPossible('unshare', '-m', 'true'))('a full disk leaves everything as it was', () => {
  const script = `
    for (const name of ['old', 'gone']) writeFileSync(real + '/' + name, name);
    const before = tree();
    const changes = [await gone('gone'), await put('old', 'changed'), await put('small', 'x'.repeat(5_000)), await put('zlarge', 'x'.repeat(900_000))];
    const error = await apply(changes).catch(({ code }) => code);
    console.log(JSON.stringify({ error, before, after: tree() }));`;
  const line = `mount -t tmpfs -o size=600k none '${at.real}'`;
  const { error, before, after } = apart(script, { line, program: ['unshare', '-m', 'sh'] }) as Record<string, unknown>; // the output of the script
  expect(error).toBe('ENOSPC');
  expect(after).toEqual(before);
});

test.runIf(isRoot)('folders that their owner cannot write to have the right modes in the end', () => {
  for (const folder of [at.real, at.stage(), join(at.data, '..')]) chmodSync(folder, 0o777);
  mkdirSync(at.data);
  chmodSync(at.data, 0o777);
  const script = `
    process.setgid(65534);
    process.setuid(65534);
    const staged = stage + '-own';
    console.log(JSON.stringify(await (async () => {
      mkdirSync(real + '/locked');
      mkdirSync(real + '/going');
      for (const name of ['locked/old', 'locked/gone', 'going/gone']) writeFileSync(real + '/' + name, name);
      mkdirSync(stage + '/locked');
      const folder = (mode) => ({ kind: 'folder', mode, uid: 65534, gid: 65534 });
      for (const name of ['locked', 'going']) chmodSync(real + '/' + name, 0o555);
      const before = tree();
      mkdirSync(stage + '/new');
      const changes = [
        await gone('going/gone'), await gone('going'), await gone('locked/gone'), await put('locked/old', 'changed'),
        { path: real + '/new', before: null, after: folder(0o500), stamp: null }, await put('new/file', 'new'),
      ];
      const applied = await apply(changes);
      const after = tree();
      const store = openChanges(data);
      const undone = await store.undo(await store.planUndo('task'), new AbortController().signal);
      return { applied, after, undone: undone.undone, before, back: tree() };
    })()));`;
  const { applied, after, undone, before, back } = apart(script, {}) as Record<string, readonly string[]>; // the output of the script
  expect({ applied, undone }).toEqual({ applied: { applied: true }, undone: true });
  expect(after?.map((entry) => entry.replace(/ \d+$/, ''))).toEqual(['', 'locked 555', 'locked/old 644', 'new 500', 'new/file 644']);
  expect(back).toEqual(before);
});

test('a folder that becomes a symlink again and again never leads a write outside', { timeout: 60_000 }, async () => {
  const outside = join(at.real, '..', 'outside');
  mkdirSync(outside);
  mkdirSync(real('way'));
  const swapping = new Worker(
    `const { renameSync, symlinkSync, unlinkSync, existsSync } = require('node:fs');
     const { workerData: { way, aside, outside, stop } } = require('node:worker_threads');
     while (!existsSync(stop)) {
       try { renameSync(way, aside); symlinkSync(outside, way); unlinkSync(way); renameSync(aside, way); } catch {}
     }`,
    { eval: true, workerData: { way: real('way'), aside: real('aside'), outside, stop: join(at.real, '..', 'stop') } },
  );
  const outcomes = new Set<string>();
  for (let n = 0; n < 400; n += oneIn(10)) {
    const change = await creation(real(`way/${n}`));
    outcomes.add(
      await apply([change]).then(
        ({ applied }) => `${applied}`,
        ({ code }) => code,
      ),
    );
    expect(readdirSync(outside)).toEqual([]);
  }
  writeFileSync(join(at.real, '..', 'stop'), '');
  await once(swapping, 'exit');
  expect(readdirSync(outside)).toEqual([]);
  expect([...outcomes].sort()).toEqual(expect.arrayContaining(['true']));
});
