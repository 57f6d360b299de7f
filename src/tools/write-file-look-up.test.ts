import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Furnished, furnished } from '../../test/support/furnished.ts';
import type { ToolContext } from './tool.ts';
import { writeFile } from './write-file.ts';

let at: Furnished;
beforeEach(() => {
  at = furnished();
});

const lookUp = (path: string, content = 'new', more: Partial<ToolContext> = {}) => writeFile.lookUp?.({ path, content }, at.context(more));
const write = (path: string, more: Partial<ToolContext> = {}) => writeFile.run({ path, content: 'new' }, at.context(more));
const own = (path: string, content: string): Partial<ToolContext> => ({
  own: [{ path: join(at.cwd, path), hash: hash('sha256', content) }],
});

describe('what the world shows of a call', () => {
  test.each([
    ['a new file that is there: it was created', 'x.txt', 'new', undefined, 'created'],
    ['a new file that is not there', 'x.txt', undefined, undefined, 'not_done'],
    ['a file in a folder that is not there', 'a/x.txt', undefined, undefined, 'not_done'],
    ['a file with another content', 'x.txt', 'theirs', undefined, 'not_done'],
    ["the task's own file: it was changed", 'old.txt', 'new', 'old', 'changed'],
    ["the task's own file, which had the content before", 'old.txt', 'new', 'new', 'not_done'],
    ['a hidden file that it could only ask about', '.env', 'new', undefined, 'not_done'],
    ['a file outside that it could only ask about', '../outside/x.txt', 'new', undefined, 'not_done'],
    ['a symlink that it could only ask about', 'ws/link.txt', 'new', undefined, 'not_done'],
    ['a folder', 'src', undefined, undefined, 'not_done'],
    ['a symlink to nowhere', 'dangling.txt', undefined, undefined, 'not_done'],
    ['a symlink to itself', 'loop', undefined, undefined, 'not_done'],
    ['a file below a file', 'old.txt/x', undefined, undefined, 'not_done'],
    ['a null byte', 'a\0b', undefined, undefined, 'not_done'],
  ])('%s', async (_, path, content, wrote, expected) => {
    if (content !== undefined) writeFileSync(join(at.cwd, path), content);
    const before = at.tree();
    const found = await lookUp(path, 'new', wrote === undefined ? {} : own(path, wrote));
    if (expected === 'not_done') expect(found).toBe('not_done');
    else expect(found).toMatchObject({ ok: true, changed: [{ path: join(at.cwd, path), change: expected, hash: hash('sha256', 'new') }] });
    expect(at.tree()).toEqual(before);
  });

  test('a pipe that nobody writes to', async () => {
    execFileSync('mkfifo', [join(at.cwd, 'pipe')]);
    symlinkSync('pipe', join(at.cwd, 'to-pipe'));
    expect([await lookUp('pipe'), await lookUp('to-pipe')]).toEqual(['not_done', 'not_done']);
  });
});

describe('what was done is told as it was then', () => {
  test.each(['new.txt', 'src/a/new.txt', 'ws/new.txt'])('%s, created freely', async (path) => {
    expect(await lookUp(path)).toBe('not_done');
    const result = await write(path);
    expect(result).toMatchObject({ ok: true, changed: [{ change: 'created' }] });
    expect(await lookUp(path)).toEqual(result);
  });

  test.each(['old.txt', '.env', 'ws/old.txt', '../outside/old.txt'])("%s, the task's own, replaced freely", async (path) => {
    expect(await lookUp(path, 'new', own(path, 'old'))).toBe('not_done');
    const result = await write(path, own(path, 'old'));
    expect(result).toMatchObject({ ok: true, changed: [{ change: 'changed' }] });
    expect(await lookUp(path, 'new', own(path, 'old'))).toEqual(result);
  });

  test.each(['../outside/x/new.txt', '.bashrc', 'out/new.txt', 'old.txt', '.env', 'out.txt', 'ws/link.txt'])(
    '%s, written after a yes',
    async (path) => {
      const { harm } = await write(path);
      const more = { approved: harm?.hash ?? expect.unreachable() };
      expect(await lookUp(path, 'new', more)).toBe('not_done');
      const result = await write(path, more);
      expect(result).toMatchObject({ ok: true, changed: [{ change: harm?.effects[0]?.change }] });
      expect(await lookUp(path, 'new', more)).toEqual(result);
    },
  );
});

test.each([
  ['new.txt', 'project'],
  ['ws/old.txt', 'workspace'],
  ['out.txt', 'outside'],
])('a draft of %s that a killed process left is removed', async (path, where) => {
  const before = at.tree();
  const input = { path, content: 'x'.repeat(30_000_000) };
  const asked = path === 'out.txt' ? await writeFile.run(input, at.context()) : undefined;
  killedWhileWriting(input, at.context({ approved: asked?.harm?.hash }), join(at.folder, where));
  expect(at.changedSince(before)).toMatchObject([[expect.stringMatching(`^${where}/\\.artoo-`), expect.any(String)]]);
  expect(await lookUp(path, input.content)).toBe('not_done');
  expect(at.tree()).toEqual(before);
});

/** A process that ends itself, without warning, once its draft is there. */
function killedWhileWriting({ path, content }: { path: string; content: string }, context: ToolContext, folder: string): void {
  const script = `
    const { readdirSync } = await import('node:fs');
    const { writeFile } = await import(${JSON.stringify(new URL('./write-file.ts', import.meta.url).href)});
    const context = { ...${JSON.stringify(context)}, signal: new AbortController().signal };
    writeFile.run({ path: ${JSON.stringify(path)}, content: 'x'.repeat(${content.length}) }, context);
    const endOnceDrafted = () => {
      if (readdirSync(${JSON.stringify(folder)}).some((name) => name.startsWith('.artoo-'))) process.kill(process.pid, 'SIGKILL');
      else setImmediate(endOnceDrafted);
    };
    endOnceDrafted();`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })).toThrow();
}
