import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { oneIn } from '../../test/support/sample.ts';
import { type ScratchProject, scratchProject } from '../../test/support/scratch-project.ts';
import { createEditFile } from './edit-file.ts';
import { type ToolContext, ToolResult } from './tool.ts';
import { createWriteFile } from './write-file.ts';

const poem = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

let at: ScratchProject;
beforeEach(() => {
  at = scratchProject(poem);
});

const sha = (content: string | Buffer) => hash('sha256', content);
const file = () => join(at.workspace, 'old.txt');
const edit = async (path: string, old: string, put: string, more: Partial<ToolContext> = {}) =>
  ToolResult.parse(await createEditFile(at.writing).run({ path, old, new: put }, at.context(more)));

describe('replaces one piece and nothing else', () => {
  test.each([
    ['a word', 'a b c', 'b', 'B', 'a B c'],
    ['at the beginning', 'a b c', 'a', '', ' b c'],
    ['at the end', 'a b c', 'c', 'c\n', 'a b c\n'],
    ['the whole', 'a b c', 'a b c', '', ''],
    ['several lines', 'a\nb\nc\n', 'a\nb\n', 'x\ny\nz\n', 'x\ny\nz\nc\n'],
    ['by text that contains it', 'a b c', 'b', 'bbb', 'a bbb c'],
    ['line ends of Windows', 'a\r\nb\r\nc\n\r', 'b', 'x', 'a\r\nx\r\nc\n\r'],
    ['a line end', 'a\r\nb\n', '\r\n', '\n', 'a\nb\n'],
    ['behind a byte order mark', '\ufeffa\n', 'a', 'b', '\ufeffb\n'],
    ['a byte order mark', '\ufeffa\n', '\ufeff', '', 'a\n'],
    ['in many scripts', 'ä 任务 🔑 e\u0301', '🔑', '🗝', 'ä 任务 🗝 e\u0301'],
    ['what would be a pattern', 'a.b $& c', '.b $&', '$1 $& \\', 'a$1 $& \\ c'],
    ['in a text without line ends, far in', `${'x'.repeat(3_000_000)}y`, 'y', 'z', `${'x'.repeat(3_000_000)}z`],
  ])('%s', async (_, before, old, put, after) => {
    writeFileSync(file(), before);
    expect(await edit('ws/old.txt', old, put)).toMatchObject({
      ok: true,
      truncated: false,
      changed: [{ path: join(at.cwd, 'ws/old.txt'), change: 'changed', hash: sha(after) }],
    });
    expect(readFileSync(file(), 'utf8')).toBe(after);
  });

  test('in a file of the largest size, which it does not exceed', async () => {
    writeFileSync(file(), `${'x'.repeat(16 * 1024 * 1024 - 1)}y`);
    expect(await edit('ws/old.txt', 'y', 'z')).toMatchObject({ ok: true });
    expect(readFileSync(file(), 'utf8').endsWith('xz')).toBe(true);
    expect(await edit('ws/old.txt', 'z', 'zz')).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });

  test('and keeps the mode', async () => {
    chmodSync(file(), 0o751);
    expect(await edit('ws/old.txt', 'two', '2')).toMatchObject({ ok: true });
    expect(lstatSync(file()).mode & 0o7777).toBe(0o751);
  });

  test('whatever the text', async () => {
    const unit = fc.constantFrom('a', 'b', '\n', '\r\n', '\ufeff', 'é', '🔑', ' ');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 20 }),
        fc.string({ unit, minLength: 1, maxLength: 3 }),
        fc.string({ unit, maxLength: 3 }),
        async (before, old, put) => {
          fc.pre(old !== put);
          writeFileSync(file(), before);
          const { ok } = await edit('ws/old.txt', old, put);
          const [head = '', ...tails] = before.split(old);
          const once = before.indexOf(old) !== -1 && before.indexOf(old) === before.lastIndexOf(old);
          expect(ok).toBe(once);
          expect(readFileSync(file(), 'utf8')).toBe(once ? head + put + tails.join(old) : before);
        },
      ),
      { numRuns: 200 / oneIn(10) },
    );
  });
});

describe('shows the change', () => {
  test.each([
    ['with what surrounds it', 'four', '4', 4, 'two\nthree\n4\nfive\nsix'],
    ['at the beginning', 'one', '1', 1, '1\ntwo\nthree'],
    ['at the end', 'seven\n', '7', 7, 'five\nsix\n7'],
    ['of several lines', 'three\nfour\n', '3\n4\n', 3, 'one\ntwo\n3\n4\nfive\nsix\nseven'],
    ['as what is left', 'three\nfour\n', '', 3, 'one\ntwo\nfive\nsix\nseven'],
  ])('%s', async (_, old, put, line, shown) => {
    const { output } = await edit('ws/old.txt', old, put);
    expect(output).toBe(`Changed ${join(at.cwd, 'ws/old.txt')} at line ${line}, where it now reads:\n${shown}`);
  });

  test('cut, when it is long', async () => {
    writeFileSync(file(), `${'🔑'.repeat(5_000)}x${'🔑'.repeat(5_000)}`);
    const { output, truncated } = await edit('ws/old.txt', 'x', '任'.repeat(5_000));
    expect(truncated).toBe(true);
    expect(output.isWellFormed()).toBe(true);
    expect(output.length).toBeLessThan(4_000);
  });
});

describe('explains why not, and changes nothing', () => {
  test.each([
    ['what is not there', poem, 'eight', 'not there'],
    ['what is there with other white space', poem, 'one\r\ntwo', 'white space'],
    ['what is there twice', 'a\nb\na\n', 'a', '2 times, at line 1, 3'],
    ['what overlaps itself', 'aaa', 'aa', '2 times'],
    ['what differs only in how a letter is composed', 'e\u0301', '\u00e9', 'not there'],
    ['anything in an empty file', '', 'a', 'not there'],
  ])('%s', async (_, before, old, message) => {
    writeFileSync(file(), before);
    const result = await edit('ws/old.txt', old, 'x');
    expect(result).toMatchObject({ ok: false, output: '', error: { class: 'invalid_input', message: expect.stringContaining(message) } });
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  test.each([
    ['a null byte', Buffer.from('one\0two')],
    ['another encoding', Buffer.from('one caf\xe9', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffone', 'utf16le')],
    ['a character cut in two', Buffer.from('one 任').subarray(0, -1)],
    ['a surrogate in UTF-8', Buffer.from([0x6f, 0x6e, 0x65, 0xed, 0xa0, 0x80])],
    ['more than 16 MiB', Buffer.alloc(16 * 1024 * 1024 + 1, 'one\n')],
  ])('a file with %s', async (_, before) => {
    writeFileSync(file(), before);
    expect(await edit('ws/old.txt', 'one', 'x')).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
    expect(sha(readFileSync(file()))).toBe(sha(before));
  });

  test.each([
    ['a missing file', 'nowhere.txt', 'not_found'],
    ['a file in a missing folder', 'nowhere/x.txt', 'not_found'],
    ['a file below a file', 'old.txt/x', 'invalid_input'],
    ['a folder', 'src', 'invalid_input'],
    ['a symlink to a folder', 'inner', 'invalid_input'],
    ['a symlink to nowhere', 'dangling.txt', 'not_found'],
    ['a file below a symlink to nowhere', 'dangling/x', 'not_found'],
    ['a symlink to itself', 'loop', 'invalid_input'],
    ['a file below a symlink to itself', 'loop/x', 'invalid_input'],
    ['a device', '/dev/zero', 'invalid_input'],
    ['a null byte in a path', 'a\0b', 'invalid_input'],
  ])('%s', async (_, path, errorClass) => {
    const before = at.tree();
    expect(await edit(path, 'two', '2')).toMatchObject({ ok: false, output: '', error: { class: errorClass } });
    expect(at.tree()).toEqual(before);
  });

  test('a pipe without a writer', async () => {
    execFileSync('mkfifo', [join(at.cwd, 'pipe')]);
    expect(await edit('pipe', 'two', '2')).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });
});

describe.each([
  ["somebody's file", 'old.txt', 'project/old.txt'],
  ['a file outside', '../outside/old.txt', 'outside/old.txt'],
  ['a file behind a symlink', 'out/old.txt', 'outside/old.txt'],
  ['a hidden file', '.settled', 'project/.settled'],
  ['a git hook', '.git/hooks/sample', 'project/.git/hooks/sample'],
  ["the workspace's git config", 'ws/.git/config', 'workspace/.git/config'],
  ['a symlink', 'out.txt', 'outside/old.txt'],
  ['a symlink in the workspace', 'ws/link.txt', 'workspace/old.txt'],
])('asks before it edits %s', (_, path, real) => {
  test('and does nothing', async () => {
    const before = at.tree();
    const { error, harm } = await edit(path, 'two', '2');
    expect(error?.class).toBe('refused');
    const linked = lstatSync(join(at.cwd, path)).isSymbolicLink();
    expect(harm?.effects).toMatchObject([{ path: join(...(linked ? [at.folder, real] : [at.cwd, path])), change: 'changed' }]);
    expect(harm?.effects[0]?.diff).toBe('@@ -1,5 +1,5 @@\n one\n-two\n+2\n three\n four\n five');
    expect(harm?.action).toMatch(/^edit .*, line 2: "two" → "2"$/);
    expect(at.tree()).toEqual(before);
  });

  test('and after a yes does just that', async () => {
    const before = at.tree();
    const { harm } = await edit(path, 'two', '2');
    const [{ path: changed, hash: after } = expect.unreachable()] = harm?.effects ?? [];
    expect(await edit(path, 'two', '2', { approved: harm?.hash })).toMatchObject({
      ok: true,
      changed: [{ path: changed, change: 'changed', hash: after }],
    });
    expect(at.changedSince(before)).toEqual([[real, poem.replace('two', '2')]]);
  });

  test('and again when the yes was to another edit, or the file changed since', async () => {
    const { harm } = await edit(path, 'two', '2');
    expect(await edit(path, 'two', '3', { approved: harm?.hash })).toMatchObject({ ok: false, error: { class: 'refused' } });
    writeFileSync(join(at.cwd, path), `${poem}eight\n`);
    const before = at.tree();
    const again = await edit(path, 'two', '2', { approved: harm?.hash });
    expect(again.error?.class).toBe('refused');
    expect(again.harm?.hash).not.toBe(harm?.hash);
    expect(at.tree()).toEqual(before);
  });
});

test("the task's own file is edited freely until another program changes it", async () => {
  const create = { path: 'own.txt', content: poem };
  expect(await createWriteFile(at.writing).run(create, at.context())).toMatchObject({ ok: true });
  for (const put of ['2', 'II']) expect(await edit('own.txt', put === '2' ? 'two' : '2', put)).toMatchObject({ ok: true });
  expect(await edit('own.txt', 'six', '6', { call: { task_id: 'another', key: 'x' } })).toMatchObject({ error: { class: 'refused' } });
  writeFileSync(join(at.cwd, 'own.txt'), poem);
  expect(await edit('own.txt', 'two', '2')).toMatchObject({ error: { class: 'refused' } });
  expect(readFileSync(join(at.cwd, 'own.txt'), 'utf8')).toBe(poem);
});

/** Runs `act` as soon as the new content is being written to the disk. */
function onceDrafted(act: () => void): void {
  const drafts = join(at.data, 'drafts');
  if (existsSync(drafts) && readdirSync(drafts).length > 0) act();
  else setImmediate(() => onceDrafted(act));
}

test('no edit is lost silently when many happen at once', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `<${index}>`);
  writeFileSync(file(), lines.join('\n'));
  const results = await Promise.all(lines.map((line, index) => edit('ws/old.txt', line, `done ${index}`)));
  expect(results.some(({ ok }) => ok)).toBe(true);
  expect(results.filter(({ ok, error }) => !ok && error?.class !== 'failed')).toEqual([]);
  const expected = lines.map((line, index) => (results[index]?.ok ? `done ${index}` : line));
  expect(readFileSync(file(), 'utf8').split('\n')).toEqual(expected);
  expect(readdirSync(at.workspace).filter((name) => name.startsWith('.artoo'))).toEqual([]);
});

test.each<[string, () => void]>([
  ['writes to it', () => writeFileSync(file(), 'theirs')],
  ['removes it', () => rmSync(file())],
  [
    'puts a symlink in its place',
    () => {
      rmSync(file());
      symlinkSync('../outside/old.txt', file());
    },
  ],
])('when another program %s while it is edited, that stays', async (_, meanwhile) => {
  writeFileSync(file(), `${'x'.repeat(8_000_000)}y`);
  const editing = edit('ws/old.txt', 'y', 'z');
  let after: Record<string, string> = {};
  onceDrafted(() => {
    meanwhile();
    after = at.tree();
  });
  expect(await editing).toMatchObject({ ok: false });
  expect(at.tree()).toEqual(after);
});

test('stopped in the middle, it leaves the old file whole and no draft', async () => {
  writeFileSync(file(), `${'x'.repeat(15_000_000)}y`);
  const before = at.tree();
  const stop = new AbortController();
  const editing = edit('ws/old.txt', 'y', 'z', { signal: stop.signal });
  onceDrafted(() => stop.abort(new Error('stop')));
  await expect(editing).rejects.toThrow();
  expect(at.tree()).toEqual(before);
  await expect(edit('ws/old.txt', 'y', 'z', { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow();
  expect(at.tree()).toEqual(before);
});

describe('in a file of variables', () => {
  const start = 'A=hunter2\nB="x\ny"\n';
  beforeEach(() => writeFileSync(join(at.cwd, '.env'), start));

  test.each([
    ['a value, whole', 'A=<hidden>', 'A=1', 'A=1\nB="x\ny"\n'],
    ['a name', 'B=', 'C=', 'A=hunter2\nC="x\ny"\n'],
    ['several lines', 'A=<hidden>\nB=<hidden>', 'D=2', 'D=2\n'],
  ])('%s is replaced, and nothing of the others is told', async (_, old, put, after) => {
    const { harm } = await edit('.env', old, put);
    expect(harm?.effects[0]?.diff).toBeUndefined();
    const done = await edit('.env', old, put, { approved: harm?.hash });
    expect(done).toMatchObject({ ok: true });
    expect(JSON.stringify([harm, done])).not.toContain('hunter2');
    expect(readFileSync(join(at.cwd, '.env'), 'utf8')).toBe(after);
  });

  test.each([
    ['a value that is guessed', 'hunter2', 'x'],
    ['a part of a value', '<hid', 'x'],
    ['a value by what stands for it', 'A=<hidden>\nB', 'A=<hidden>\nC'],
  ])('%s is not replaced', async (_, old, put) => {
    expect(await edit('.env', old, put)).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
    expect(readFileSync(join(at.cwd, '.env'), 'utf8')).toBe(start);
  });
});

test('what holds secrets is neither edited nor told about', async () => {
  mkdirSync(join(at.folder, 'home/.ssh'), { recursive: true });
  writeFileSync(join(at.folder, 'home/.ssh/config'), poem);
  symlinkSync('../home/.ssh/config', join(at.cwd, 'innocent.txt'));
  for (const path of ['../home/.ssh/config', 'innocent.txt', '../home/.ssh/none', join(at.data, 'views.lock')]) {
    expect(await edit(path, 'two', '2')).toMatchObject({ ok: false, error: { class: 'permission' } });
  }
  const { harm } = await createWriteFile(at.writing).run({ path: 'innocent.txt', content: 'mine' }, at.context());
  expect(harm?.effects[0]).toMatchObject({ change: 'changed' });
  expect(harm?.effects[0]).not.toHaveProperty('diff');
});

test.each([
  [{ path: 'a', old: 'x', new: 'y' }, true],
  [{ path: 'a', old: 'x', new: '' }, true],
  [{ path: '', old: 'x', new: 'y' }, false],
  [{ path: 'a', old: '', new: 'y' }, false],
  [{ path: 'a', old: 'x', new: 'x' }, false],
  [{ path: 'a', old: 'x' }, false],
  [{ path: 'a', old: '\ud800', new: 'y' }, false],
  [{ path: 'a', old: 'x', new: '\udc00' }, false],
  [{ path: 'a', old: 'x', new: '\0' }, false],
])('the input %j is accepted: %s', (input, accepted) => {
  expect(createEditFile(at.writing).input.safeParse(input).success).toBe(accepted);
});

test('its target is the path in its plain form', () => {
  expect(createEditFile(at.writing).target({ path: './src/../a.txt', old: 'a', new: 'b' })).toBe('a.txt');
});
