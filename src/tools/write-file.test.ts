import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { isProof, oneIn } from '../../test/support/sample.ts';
import { type ScratchProject, scratchProject } from '../../test/support/scratch-project.ts';
import { type ToolContext, ToolResult } from './tool.ts';
import { createWriteFile } from './write-file.ts';

let at: ScratchProject;
beforeEach(() => {
  at = scratchProject();
});

const sha = (content: string) => hash('sha256', content);
const write = async (path: string, content = 'new', more: Partial<ToolContext> = {}) =>
  ToolResult.parse(await createWriteFile(at.writing).run({ path, content }, at.context(more)));

/** The same, with approval if it is needed. */
const approved = async (path: string, content = 'new') => write(path, content, { approved: (await write(path, content)).harm?.hash });

test.runIf(isProof)('a file of any length is written: its hash is the one that is compared when it is applied', async () => {
  const content = 'x'.repeat(65 * 1024 ** 2);
  expect(await write('large.txt', content)).toMatchObject({ ok: true });
  expect(lstatSync(join(at.cwd, 'large.txt')).size).toBe(content.length);
  expect(await write('large.txt', content)).toMatchObject({ ok: true, output: expect.not.stringContaining('Replaced') });
});

test.each(['../.codex/auth.json', '.env'])('a guess about the content of %s is not confirmed', async (path) => {
  const full = resolve(at.cwd, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, 'PIN=1234\n');
  const [right, wrong] = [await write(path, 'PIN=1234\n'), await write(path, 'PIN=4321\n')];
  expect([right.output, right.error]).toEqual([wrong.output, wrong.error]);
});

describe('creates a file', () => {
  test.each([
    ['in the current folder', 'new.txt', 'project/new.txt'],
    ['in a folder that is there', 'src/new.txt', 'project/src/new.txt'],
    ['in folders that are missing', 'a/b/c/new.txt', 'project/a/b/c/new.txt'],
    ['by a path that goes up and down again', 'src/../x/./new.txt', 'project/x/new.txt'],
    ['in the workspace', '../workspace/x/new.txt', 'workspace/x/new.txt'],
    ['that is hidden', '.hidden', 'project/.hidden'],
    ['in a hidden folder', 'a/.config/new.txt', 'project/a/.config/new.txt'],
    ['that is hidden in the workspace', '../workspace/.x', 'workspace/.x'],
    ['through a symlink that stays inside', 'inner/new.txt', 'project/src/new.txt'],
    ['with the longest name there can be', '任'.repeat(85), `project/${'任'.repeat(85)}`],
    ['with dots inside its name', 'a..b/new.file.txt', 'project/a..b/new.file.txt'],
    ['with a name of several words', 'two words – ü.txt', 'project/two words – ü.txt'],
  ])('%s', async (_, path, expected) => {
    const before = at.tree();
    expect(await write(path, 'tëxt\n')).toEqual({
      ok: true,
      output: `Created ${join(at.cwd, path)}, 6 bytes.`,
      truncated: false,
      changed: [{ path: join(at.cwd, path), change: 'created', hash: sha('tëxt\n') }],
    });
    expect(at.changedSince(before)).toEqual([[expected, 'tëxt\n']]);
  });

  test.each([
    ['outside', '../outside/new.txt', 'outside/new.txt'],
    ['outside, in a new folder', '../outside/a/b/new.txt', 'outside/a/b/new.txt'],
    ['where a symlink leads outside', 'out/a/new.txt', 'outside/a/new.txt'],
  ])('%s, on a yes', async (_, path, expected) => {
    const before = at.tree();
    expect((await write(path)).harm).toMatchObject({ effects: [{ change: 'created' }] });
    expect(at.tree()).toEqual(before);
    expect(await approved(path)).toMatchObject({ ok: true });
    expect(at.changedSince(before)).toEqual([[expected, 'new']]);
  });

  test('in the workspace, which is made for it', async () => {
    rmSync(at.workspace, { recursive: true });
    expect(await write('../workspace/new.txt')).toMatchObject({ ok: true });
    expect(at.tree()['workspace/new.txt']).toBe('new');
  });

  test.each([[''], ['x'.repeat(5_000_000)], ['\ufeff\r\n\0 任务 🔑']])('with its content unchanged', async (content) => {
    expect(await write('new.txt', content)).toMatchObject({ ok: true });
    expect(readFileSync(join(at.cwd, 'new.txt'), 'utf8')).toBe(content);
  });

  test('when the current folder is behind a symlink', async () => {
    symlinkSync('project', join(at.folder, 'chosen'));
    expect(await write('x/new.txt', 'new', { cwd: join(at.folder, 'chosen') })).toMatchObject({ ok: true });
    expect(at.tree()['project/x/new.txt']).toBe('new');
  });

  test('beside others that are written at the same time into the same new folder', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => write(`new/folder/${index}.txt`)));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(readdirSync(join(at.cwd, 'new/folder'))).toHaveLength(20);
  });

  test('once, when several write the same at the same time, and all find it done', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => write('new.txt', 'same')));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(results.filter(({ changed }) => changed !== undefined)).toHaveLength(1);
  });

  test('once, when several write it at the same time', async () => {
    const tasks = Array.from({ length: 20 }, (_, index) => ({ call: { task_id: `task-${index}`, key: '1.1.1/R3/1.1' } }));
    const results = await Promise.all(tasks.map((task, index) => write('new.txt', `${index}`, task)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ error }) => error && ['exists', 'refused'].includes(error.class))).toHaveLength(19);
    expect(results[Number(readFileSync(join(at.cwd, 'new.txt'), 'utf8'))]?.ok).toBe(true);
  });
});

describe('replaces a file', () => {
  test.each([
    ['in the workspace', '../workspace/old.txt', 'workspace/old.txt'],
    ['deeper in the workspace', '../workspace/deep/../deep/old.txt', 'workspace/deep/old.txt'],
    ['in the workspace through a folder that is a symlink', 'ws/deep/old.txt', 'workspace/deep/old.txt'],
    ['that is hidden in the workspace', '../workspace/.env', 'workspace/.env'],
    ['with any name', '../workspace/ünï 任务 🔑.txt', 'workspace/ünï 任务 🔑.txt'],
  ])('%s', async (_, path, expected) => {
    const before = at.tree();
    expect(await write(path, 'tëxt\n')).toEqual({
      ok: true,
      output: `Replaced ${join(at.cwd, path)}, 6 bytes.`,
      truncated: false,
      changed: [{ path: join(at.cwd, path), change: 'changed', hash: sha('tëxt\n') }],
    });
    expect(at.changedSince(before)).toEqual([[expected, 'tëxt\n']]);
  });

  test.each([
    ["that is the task's own", 'own.txt', ['old']],
    ["that is the task's own, and hidden", '.own', ['old']],
    ['that the task wrote more than once', 'own.txt', ['older', 'old', 'older', 'old']],
  ])('%s', async (_, path, wrote) => {
    const absolute = join(at.cwd, path);
    for (const content of wrote) expect(await write(path, content)).toMatchObject({ ok: true });
    const before = at.tree();
    expect(await write(path, 'new')).toMatchObject({ ok: true, changed: [{ path: absolute, change: 'changed' }] });
    expect(at.changedSince(before)).toHaveLength(1);
    expect(readFileSync(absolute, 'utf8')).toBe('new');
  });

  test.each([
    ['elsewhere', '../outside/own.txt'],
    ['behind a symlink', 'out/own.txt'],
  ])("that is the task's own because of a yes, %s", async (_, path) => {
    expect(await approved(path, 'old')).toMatchObject({ ok: true });
    expect(await write(path, 'new')).toMatchObject({ ok: true, changed: [{ change: 'changed' }] });
  });

  test.each([[''], ['x'.repeat(5_000_000)], ['\ufeff\r\n\0 任务 🔑']])('with its content unchanged', async (content) => {
    expect(await write('ws/old.txt', content)).toMatchObject({ ok: true });
    expect(readFileSync(join(at.workspace, 'old.txt'), 'utf8')).toBe(content);
  });

  test.each(['600', '644', '666', '755', '4711'])('and keeps its mode %s', async (mode) => {
    chmodSync(join(at.workspace, 'old.txt'), mode);
    const { harm } = await write('ws/old.txt');
    expect(harm?.reason.includes('rights')).toBe(mode === '4711' ? true : undefined);
    if (harm) expect(await write('ws/old.txt', 'new', { approved: harm.hash })).toMatchObject({ ok: true });
    expect((lstatSync(join(at.workspace, 'old.txt')).mode & 0o7777).toString(8)).toBe(mode);
    expect(readFileSync(join(at.workspace, 'old.txt'), 'utf8')).toBe('new');
  });

  test('and gives a new one the mode and group that it would get at its place', async () => {
    chmodSync(join(at.workspace, 'deep'), 0o2775);
    if (process.getuid?.() === 0) chownSync(join(at.workspace, 'deep'), 0, 65533);
    const { gid } = lstatSync(join(at.workspace, 'deep'));
    const umask = process.umask();
    expect(await write('ws/deep/x/new.txt')).toMatchObject({ ok: true });
    expect(lstatSync(join(at.workspace, 'deep/x/new.txt'))).toMatchObject({ gid, mode: 0o100666 & ~umask });
    expect(lstatSync(join(at.workspace, 'deep/x'))).toMatchObject({ gid, mode: (0o40777 & ~umask) | 0o2000 });
  });

  test.runIf(process.getuid?.() === 0)('and its owner', async () => {
    chownSync(join(at.workspace, 'old.txt'), 65534, 65533);
    expect(await write('ws/old.txt')).toMatchObject({ ok: true });
    expect(lstatSync(join(at.workspace, 'old.txt'))).toMatchObject({ uid: 65534, gid: 65533 });
  });

  test('and not another name of the same file', async () => {
    linkSync(join(at.folder, 'outside/old.txt'), join(at.workspace, 'twin.txt'));
    expect(await write('ws/twin.txt')).toMatchObject({ ok: true });
    expect(at.tree()).toMatchObject({ 'workspace/twin.txt': 'new', 'outside/old.txt': 'old' });
  });

  test('as a whole, when several write it at the same time, and says which did not', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(100_000));
    const results = await Promise.all(contents.map((content) => write('ws/old.txt', content)));
    expect(results.filter(({ ok, error }) => !ok && error?.class !== 'failed')).toEqual([]);
    expect(results[contents.indexOf(readFileSync(join(at.workspace, 'old.txt'), 'utf8'))]).toMatchObject({ ok: true });
    expect(readdirSync(at.workspace).filter((name) => name.startsWith('.artoo'))).toEqual([]);
  });

  test.each([['old.txt'], ['out.txt'], ['../outside/old.txt'], ['ws/old.txt']])(
    'never when %s has that very content already',
    async (path) => {
      const { mtimeNs, ino } = lstatSync(realpathSync(join(at.cwd, path)), { bigint: true });
      const result = await write(path, 'old');
      expect(result).toMatchObject({ ok: true });
      expect(result).not.toHaveProperty('changed');
      expect(lstatSync(realpathSync(join(at.cwd, path)), { bigint: true })).toMatchObject({ mtimeNs, ino });
    },
  );
});

const drafts = (): readonly string[] => (existsSync(join(at.data, 'drafts')) ? readdirSync(join(at.data, 'drafts')) : []);

/** Runs `act` as soon as some of the new content is on the disk. */
function onceDrafted(act: () => void): void {
  if (drafts().some((name) => lstatSync(join(at.data, 'drafts', name)).size > 3)) act();
  else setImmediate(() => onceDrafted(act));
}

describe('leaves everything as it is', () => {
  test.each([
    ['when it is a folder', 'src', 'invalid_input'],
    ['when it is a symlink to a folder', 'inner', 'invalid_input'],
    ['when it is the current folder', '.', 'invalid_input'],
    ['when it is the root of everything', '/', 'invalid_input'],
    ['when it ends like a folder', 'new/', 'invalid_input'],
    ['when it is a symlink to nowhere', 'dangling.txt', 'not_found'],
    ['when a folder is a symlink to nowhere', 'dangling/new.txt', 'not_found'],
    ['when it is a symlink to itself', 'loop', 'invalid_input'],
    ['when a folder is a symlink to itself', 'loop/new.txt', 'invalid_input'],
    ['when a parent is a file', 'old.txt/new.txt', 'invalid_input'],
    ['when a parent far up is a file', 'old.txt/a/b/new.txt', 'invalid_input'],
    ['when a parent is a symlink to a file', 'out.txt/new.txt', 'invalid_input'],
    ['when its name is too long', `a/${'x'.repeat(300)}`, 'invalid_input'],
    ['when it has a null byte', 'a/b\0c', 'invalid_input'],
    ['when it is a device', '/dev/null', 'invalid_input'],
  ])('%s', async (_, path, errorClass) => {
    const before = at.tree();
    const result = await write(path);
    expect(result).toMatchObject({ ok: false, output: '', error: { class: errorClass } });
    expect(result).not.toHaveProperty('harm');
    expect(at.tree()).toEqual(before);
  });

  test.each([['pipe'], ['to-pipe']])('when it is a pipe that is not read: %s', async (path) => {
    execFileSync('mkfifo', [join(at.cwd, 'pipe')]);
    symlinkSync('pipe', join(at.cwd, 'to-pipe'));
    expect(await write(path)).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });

  test('when it is a socket', async () => {
    await using server = createServer();
    await new Promise<void>((resolve) => server.listen(join(at.cwd, 'socket'), resolve));
    expect(await write('socket')).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });

  test.each(['a/new.txt', 'ws/old.txt'])('when it is stopped before: %s', async (path) => {
    const before = at.tree();
    await expect(write(path, 'new', { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow();
    expect(at.tree()).toEqual(before);
  });

  test.each(['a/new.txt', 'ws/deep/old.txt'])('when it is stopped in the middle of writing %s', async (path) => {
    const before = at.tree();
    const stop = new AbortController();
    const writing = write(path, 'x'.repeat(50_000_000), { signal: stop.signal });
    onceDrafted(() => stop.abort(new Error('stop')));
    await expect(writing).rejects.toThrow();
    expect(at.tree()).toEqual(before);
    expect(drafts()).toEqual([]);
  });

  /** The result of a write in a process of its own, after a shell line and a first statement have prepared it. */
  const writeApart = (path: string, { line = ':', first = '' }) => {
    const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const script = `
      const { createWriteFile } = await import(${module('./write-file.ts')});
      const { createPermissions } = await import(${module('./asking/permissions.ts')});
      const { createReadingGate } = await import(${module('./files/reading-gate.ts')});
      const { openChanges } = await import(${module('./changes/change-store.ts')});
      ${first};
      const places = ${JSON.stringify(at.writing.places)};
      const writeFile = createWriteFile({ changes: openChanges(places.dataFolder), permissions: createPermissions(), places, gate: createReadingGate({ home: places.home, data: places.dataFolder }) });
      const context = { ...${JSON.stringify(at.context())}, signal: new AbortController().signal };
      console.log(JSON.stringify(await writeFile.run({ path: ${JSON.stringify(path)}, content: 'x'.repeat(1_000_000) }, context)));`;
    const shell = ['-c', `${line} && exec "$0" --input-type=module -e "$1"`, process.execPath, script];
    const env = { ...process.env, NODE_COMPILE_CACHE: inject('compileCache') };
    return JSON.parse(execFileSync('sh', shell, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  };

  test.each(['a/b/new.txt', 'ws/old.txt'])('when the disk takes only a part of %s', (path) => {
    const before = at.tree();
    expect(writeApart(path, { line: 'ulimit -f 8' })).toMatchObject({ ok: false, error: { class: 'failed' } });
    expect(at.tree()).toEqual(before);
  });

  test.each([
    ['the folder may not be written to', 'ws/deep/old.txt', 'workspace/deep', 0o555],
    ['the folder may not be written to, for a new file', 'ws/deep/new/new.txt', 'workspace/deep', 0o555],
    ['the file may not be written to', 'ws/deep/old.txt', 'workspace/deep/old.txt', 0o444],
  ])('when %s', (_, path, locked, mode) => {
    for (const [folder, open] of [
      [at.folder, 0o755],
      [at.data, 0o777],
      [join(at.workspace, 'deep'), 0o777],
    ] as const)
      chmodSync(folder, open);
    chmodSync(join(at.folder, locked), mode);
    const before = at.tree();
    const first = process.getuid?.() === 0 ? 'process.setgid(65534); process.setuid(65534)' : ''; // permissions do not restrict root
    expect(writeApart(path, { first })).toMatchObject({ ok: false, error: { class: 'permission' } });
    expect(at.tree()).toEqual(before);
    chmodSync(join(at.workspace, 'deep'), 0o777);
  });
});

test('a file that another program writes to while its replacement is made is left to them', async () => {
  const writing = write('ws/old.txt', 'x'.repeat(20_000_000));
  onceDrafted(() => writeFileSync(join(at.workspace, 'old.txt'), 'theirs'));
  expect(await writing).toMatchObject({
    ok: false,
    error: { class: 'failed', message: expect.stringContaining('changed by another program in the meantime') },
  });
  expect(at.tree()['workspace/old.txt']).toBe('theirs');
  expect(readdirSync(at.workspace).filter((name) => name.startsWith('.artoo'))).toEqual([]);
});

test.each([
  ['a.txt', 'a.txt'],
  ['./a.txt', 'a.txt'],
  ['src/../a//b.txt', 'a/b.txt'],
])('the target of %s is %s', (path, target) => {
  expect(createWriteFile(at.writing).target({ path, content: '' })).toBe(target);
});

test('whatever the path, the file and its folders are all that changes, and only where they may', async () => {
  const names = ['..', '.', '.git', 'git', 'out', 'inner', 'src', 'old.txt', 'dangling', 'loop', 'new', 'a', '.x', 'ws', ' '];
  const part = fc.constantFrom('/', '/', '/', 'workspace', 'project', 'outside', ...names);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 9 }), async (parts) => {
      fc.pre(resolve(at.cwd, parts.join('')).startsWith(`${at.folder}/`)); // only paths in the test's own folder
      const before = at.tree();
      const { ok, changed } = await write(parts.join(''));
      const after = at.tree();
      const added = Object.keys(after).filter((name) => !(name in before));
      const replaced = Object.keys(before).filter((name) => after[name] !== before[name]);
      expect(replaced.filter((name) => !/^workspace\//.test(name))).toEqual([]);
      expect([...added, ...replaced].filter((name) => /\.git\/(hooks|config)/.test(name))).toEqual([]);
      expect([...added, ...replaced].filter((name) => after[name] === 'new').map((name) => join(at.folder, name))).toEqual(
        ok ? (changed ?? []).map(({ path }) => realpathSync(path)) : [],
      );
      if (!ok) expect([...added, ...replaced]).toEqual([]);
      for (const name of added.toReversed()) rmSync(join(at.folder, name), { recursive: true, force: true });
      for (const name of replaced) writeFileSync(join(at.folder, name), 'old');
    }),
    { numRuns: 500 / oneIn(25) },
  );
}, 120_000);

test('a folder that becomes a symlink again and again never leads a write outside', { timeout: 900_000 }, async () => {
  const [way, stop] = [join(at.workspace, 'deep'), join(at.folder, 'stop')];
  const before = at.tree();
  const swapping = new Worker(
    `const { renameSync, symlinkSync, unlinkSync, existsSync } = require('node:fs');
     const { workerData: { way, outside, stop } } = require('node:worker_threads');
     while (!existsSync(stop)) {
       try { renameSync(way, way + '-aside'); symlinkSync(outside, way); unlinkSync(way); renameSync(way + '-aside', way); } catch {}
     }`,
    { eval: true, workerData: { way, outside: join(at.folder, 'outside'), stop } },
  );
  // If the path leads outside when it is resolved, the write is judged like any other there: it asks before it overwrites.
  for (let n = 0; n < 300; n += oneIn(20)) await write('ws/deep/old.txt', `${n}`);
  writeFileSync(stop, '');
  await once(swapping, 'exit');
  expect(at.tree()['outside/old.txt']).toBe('old');
  expect(Object.keys(at.tree()).filter((name) => name.startsWith('outside'))).toEqual(
    Object.keys(before).filter((name) => name.startsWith('outside')),
  );
});
