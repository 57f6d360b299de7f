import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFile } from './write-file.ts';

let folder: string;
let cwd: string;
let workspace: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-write-')));
  cwd = join(folder, 'project');
  workspace = join(folder, 'workspace');
  for (const name of ['project/src', 'project/.git/hooks', 'outside']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['project/old.txt', 'project/.env', 'outside/old.txt']) writeFileSync(join(folder, name), 'old');
  symlinkSync('../outside', join(cwd, 'out'));
  symlinkSync('../outside/old.txt', join(cwd, 'out.txt'));
  symlinkSync('../outside/new.txt', join(cwd, 'dangling.txt'));
  symlinkSync('../outside/new', join(cwd, 'dangling'));
  symlinkSync('.git', join(cwd, 'git'));
  symlinkSync('src', join(cwd, 'inner'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, content = 'new', signal = new AbortController().signal) =>
  writeFile.run({ path, content }, { cwd, workspace, signal });

/** Everything below the folder: name and content. */
function tree(below = ''): Record<string, string> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true }).map((entry): Record<string, string> => {
    const name = join(below, entry.name);
    const path = join(folder, name);
    if (entry.isDirectory()) return { [name]: 'folder', ...tree(name) };
    return { [name]: entry.isSymbolicLink() ? `→ ${readlinkSync(path)}` : readFileSync(path, 'utf8') };
  });
  return Object.assign({}, ...entries);
}

describe('creates a file', () => {
  test.each([
    ['in the current folder', 'new.txt', 'project/new.txt'],
    ['in a folder that is there', 'src/new.txt', 'project/src/new.txt'],
    ['in folders that are missing', 'a/b/c/new.txt', 'project/a/b/c/new.txt'],
    ['by a path that goes up and down again', 'src/../x/./new.txt', 'project/x/new.txt'],
    ['in the workspace, which is made for it', '../workspace/x/new.txt', 'workspace/x/new.txt'],
    ['through a symlink that stays inside', 'inner/new.txt', 'project/src/new.txt'],
    ['with the longest name there can be', '任'.repeat(85), `project/${'任'.repeat(85)}`],
    ['with dots inside its name', 'a..b/new.file.txt', 'project/a..b/new.file.txt'],
    ['with a name of several words', 'two words – ü.txt', 'project/two words – ü.txt'],
  ])('%s', async (_, path, expected) => {
    const before = tree();
    const result = await write(path, 'tëxt\n');
    expect(result).toMatchObject({ ok: true, truncated: false, changed: [{ path: join(cwd, path), change: 'created' }] });
    const added = Object.entries(tree()).filter(([name, content]) => before[name] !== content && content !== 'folder');
    expect(added).toEqual([[expected, 'tëxt\n']]);
  });

  test.each([[''], ['x'.repeat(3_000_000)], ['\ufeff\r\n\0 任务 🔑']])('with its content unchanged', async (content) => {
    expect(await write('new.txt', content)).toMatchObject({ ok: true });
    expect(readFileSync(join(cwd, 'new.txt'), 'utf8')).toBe(content);
  });

  test('when the current folder is itself hidden or behind a symlink', async () => {
    symlinkSync('project/.git', join(folder, 'chosen'));
    const result = await writeFile.run(
      { path: 'x/new.txt', content: 'new' },
      { cwd: join(folder, 'chosen'), workspace, signal: new AbortController().signal },
    );
    expect(result).toMatchObject({ ok: true });
    expect(tree()['project/.git/x/new.txt']).toBe('new');
  });

  test('beside others that are written at the same time into the same new folder', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => write(`new/folder/${index}.txt`)));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(readdirSync(join(cwd, 'new/folder'))).toHaveLength(20);
  });

  test('once, when several write it at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => write('new.txt', `${index}`)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ error }) => error?.class === 'exists')).toHaveLength(19);
    expect(results[Number(readFileSync(join(cwd, 'new.txt'), 'utf8'))]?.ok).toBe(true);
  });
});

describe('leaves everything as it is', () => {
  test.each([
    ['when the file exists', 'old.txt', 'exists'],
    ['when it is a folder', 'src', 'exists'],
    ['when it is a symlink', 'out.txt', 'exists'],
    ['when it is a symlink to nowhere', 'dangling.txt', 'exists'],
    ['when it is outside', '../outside/new.txt', 'permission'],
    ['when it is outside and exists', '../outside/old.txt', 'permission'],
    ['when it is absolute and outside', '/tmp/artoo-must-not-be-written', 'permission'],
    ['when it is beside, with a name that starts alike', '../project-2/new.txt', 'permission'],
    ['when a symlink leads outside', 'out/new.txt', 'permission'],
    ['when a symlink leads outside, further down', 'out/a/b/new.txt', 'permission'],
    ['when a folder is a symlink to nowhere', 'dangling/new.txt', 'not_found'],
    ['when it is hidden', '.bashrc', 'permission'],
    ['when it is hidden and exists', '.env', 'permission'],
    ['when a new folder is hidden', 'a/.config/new.txt', 'permission'],
    ['when it would be a git hook', '.git/hooks/pre-commit', 'permission'],
    ['when a symlink leads into a hidden folder', 'git/hooks/pre-commit', 'permission'],
    ['when it is hidden in the workspace', '../workspace/.x', 'permission'],
    ['when a parent is a file', 'old.txt/new.txt', 'invalid_input'],
    ['when a parent far up is a file', 'old.txt/a/b/new.txt', 'invalid_input'],
    ['when it ends like a folder', 'new/', 'invalid_input'],
    ['when it is the current folder', '.', 'permission'],
    ['when it is the root of everything', '/', 'invalid_input'],
    ['when its name is too long', `a/${'x'.repeat(300)}`, 'invalid_input'],
    ['when it has a null byte', 'a/b\0c', 'invalid_input'],
  ])('%s', async (_, path, errorClass) => {
    const before = tree();
    expect(await write(path)).toMatchObject({ ok: false, output: '', error: { class: errorClass } });
    expect(tree()).toEqual(before);
  });

  test('when it is stopped before', async () => {
    const before = tree();
    await expect(write('a/new.txt', 'new', AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
    expect(tree()).toEqual(before);
  });

  test('when it is stopped in the middle', async () => {
    const before = tree();
    const stop = new AbortController();
    const writing = write('a/new.txt', 'x'.repeat(50_000_000), stop.signal);
    const stopOnceItGrows = () => {
      const files = existsSync(join(cwd, 'a')) ? readdirSync(join(cwd, 'a')) : [];
      if (files.some((name) => lstatSync(join(cwd, 'a', name)).size > 0)) stop.abort(new Error('stop'));
      else setImmediate(stopOnceItGrows);
    };
    stopOnceItGrows();
    await expect(writing).rejects.toThrow();
    expect(tree()).toEqual(before);
  });

  test('when the disk takes only a part of it', () => {
    const before = tree();
    const script = `
      const { writeFile } = await import(${JSON.stringify(new URL('./write-file.ts', import.meta.url).href)});
      const context = { cwd: process.cwd(), workspace: process.cwd(), signal: new AbortController().signal };
      console.log(JSON.stringify(await writeFile.run({ path: 'a/b/new.txt', content: 'x'.repeat(1_000_000) }, context)));`;
    const limited = ['-c', 'ulimit -f 8 && exec "$0" --input-type=module -e "$1"', process.execPath, script];
    const result = JSON.parse(execFileSync('sh', limited, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    expect(result).toMatchObject({ ok: false, error: { class: 'failed' } });
    expect(tree()).toEqual(before);
  });
});

test('whatever the path, the file and its folders are all that changes, and only where they may', async () => {
  const part = fc.constantFrom(
    '/',
    '/',
    '/',
    '..',
    '.',
    '.git',
    'git',
    'out',
    'inner',
    'src',
    'old.txt',
    'dangling',
    'new',
    'a',
    '.x',
    'workspace',
    'project',
    'outside',
    ' ',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 9 }), async (parts) => {
      const before = tree();
      const { ok, changed } = await write(parts.join(''));
      const after = tree();
      const added = Object.keys(after).filter((name) => !(name in before));
      expect(Object.keys(before).filter((name) => after[name] !== before[name])).toEqual([]);
      expect(added.filter((name) => !/^(project|workspace)(\/|$)/.test(name) || /\/\./.test(name))).toEqual([]);
      expect(added.filter((name) => after[name] === 'new').map((name) => join(folder, name))).toEqual(
        ok ? changed?.map(({ path }) => realpathSync(path)) : [],
      );
      if (!ok) expect(added).toEqual([]);
      for (const name of added.toReversed()) rmSync(join(folder, name), { recursive: true, force: true });
    }),
    { numRuns: 500 },
  );
});
