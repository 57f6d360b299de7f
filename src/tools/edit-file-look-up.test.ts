import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Furnished, furnished } from '../../test/support/furnished.ts';
import { editFile } from './edit-file.ts';
import type { ToolContext, ToolResult } from './tool.ts';

let at: Furnished;
beforeEach(() => {
  at = furnished('a foo b');
});

type Input = { path: string; old: string; new: string };
const edit = (input: Input, more: Partial<ToolContext> = {}) => editFile.run(input, at.context(more));
const lookUp = async (input: Input, more: Partial<ToolContext> = {}) => editFile.lookUp?.(input, at.context(more));
const own = (path: string, content: string): Partial<ToolContext> => ({
  own: [{ path: join(at.cwd, path), hash: hash('sha256', content) }],
});

describe('in a file of the workspace, by what is there now', () => {
  test.each([
    ['`old` once, `new` not: not made', 'a foo b', 'foo', 'bar', 'not_done'],
    ['`new` once, `old` not: made', 'a bar b', 'foo', 'bar', 'done'],
    ['both, apart: there would have been two of `old`', 'foo bar', 'foo', 'bar', 'not_done'],
    ['neither: it had to fail', 'a b', 'foo', 'bar', 'not_done'],
    ['`old` twice: it had to fail', 'foo foo', 'foo', 'bar', 'not_done'],
    ['`new` twice, `old` not: where it was made does not show', 'bar bar', 'foo', 'bar', 'unknown'],
    ['`new` contains `old`, and is there: once more or for the first time?', 'a foo() b', 'foo', 'foo()', 'unknown'],
    ['`new` contains `old`, and is not there', 'a foo b', 'foo', 'foo()', 'not_done'],
    ['`new` is a part of `old`, which is there', 'a foo b', 'foo', 'oo', 'unknown'],
    ['nothing is left of a deletion', 'a b', 'foo', '', 'unknown'],
    ['a deletion, with `old` there: there may have been one inside the other', '{}', '{}', '', 'unknown'],
    ['an empty file', '', 'foo', 'bar', 'not_done'],
    ['a binary file', 'foo\0', 'foo', 'bar', 'not_done'],
  ])('%s', async (_, now, old, put, expected) => {
    writeFileSync(join(at.workspace, 'old.txt'), now);
    const found = await lookUp({ path: 'ws/old.txt', old, new: put });
    if (expected !== 'done') return expect(found).toBe(expected);
    return expect(found).toMatchObject({ ok: true, changed: [{ change: 'changed', hash: hash('sha256', now) }] });
  });

  test('what is said to be made or not made is never wrong, if nobody else was there and it could be made', async () => {
    const unit = fc.constantFrom('a', 'b', '{', '}');
    const text = (minLength: number, maxLength: number) => fc.string({ unit, minLength, maxLength });
    await fc.assert(
      fc.asyncProperty(text(0, 12), text(1, 3), text(0, 3), async (before, old, put) => {
        fc.pre(old !== put);
        const input = { path: 'ws/old.txt', old, new: put };
        writeFileSync(join(at.workspace, 'old.txt'), before);
        expect(['not_done', 'unknown']).toContain(verdict(await lookUp(input), before, old));
        const result = await edit(input);
        if (result.ok) expect([result, 'unknown']).toContainEqual(await lookUp(input));
      }),
      { numRuns: 500 },
    );
  });

  /** A text without `old` and with `new` looks like a finished edit, though the call had to fail: this one thing is taken for granted. */
  const verdict = (found: ToolResult | string | undefined, before: string, old: string) =>
    typeof found === 'object' && !before.includes(old) ? 'not_done' : found;
});

describe('in a file whose content was known', () => {
  const inputs = [
    ['foo', 'bar'],
    ['foo', 'foo()'],
    ['foo', 'oo'],
    ['a foo b', 'b'],
  ].map(([old = '', put = '']) => ({ path: 'old.txt', old, new: put }));

  test.each(inputs)("of the task's own: $old to $new", async (input) => {
    const more = own('old.txt', 'a foo b');
    expect(await lookUp(input, more)).toBe('not_done');
    const result = await edit(input, more);
    expect(result).toMatchObject({ ok: true });
    expect(await lookUp(input, more)).toEqual(result);
  });

  test.each(inputs)('that the person said yes to: $old to $new', async (input) => {
    const { harm } = await edit(input);
    const more = { approved: harm?.hash };
    expect(await lookUp(input, more)).toBe('not_done');
    const result = await edit(input, more);
    expect(result).toMatchObject({ ok: true });
    expect(await lookUp(input, more)).toEqual(result);
  });

  test.each(['foo', 'foo b'])('a deletion of %j was not made, or it is not known', async (old) => {
    const input = { path: 'old.txt', old, new: '' };
    const more = own('old.txt', 'a foo b');
    expect(await lookUp(input, more)).toBe('not_done');
    expect(await edit(input, more)).toMatchObject({ ok: true });
    expect(await lookUp(input, more)).toBe('unknown');
  });

  test('and that somebody changed since: not known', async () => {
    writeFileSync(join(at.cwd, 'old.txt'), 'theirs: bar');
    expect(await lookUp({ path: 'old.txt', old: 'foo', new: 'bar' }, own('old.txt', 'a foo b'))).toBe('unknown');
    expect(await lookUp({ path: 'old.txt', old: 'foo', new: 'bar' }, { approved: 'x' })).toBe('unknown');
  });

  test('the edit that the task made already is not taken for the one that had to fail', async () => {
    writeFileSync(join(at.workspace, 'old.txt'), 'a bar b');
    expect(await lookUp({ path: 'ws/old.txt', old: 'foo', new: 'bar' }, own('ws/old.txt', 'a bar b'))).toBe('not_done');
  });
});

test.each([
  ["somebody's file that it could only ask about", 'old.txt', 'a bar b'],
  ['a hidden file that it could only ask about', 'ws/.env', 'a bar b'],
  ['a symlink that it could only ask about', 'ws/link.txt', 'a bar b'],
  ['a missing file', 'nowhere.txt', undefined],
  ['a folder', 'src', undefined],
  ['a symlink to nowhere', 'dangling.txt', undefined],
  ['a symlink to itself', 'loop', undefined],
])('%s was not edited', async (_, path, content) => {
  if (content !== undefined) writeFileSync(join(at.cwd, path), content);
  expect(await lookUp({ path, old: 'foo', new: 'bar' })).toBe('not_done');
  expect(await lookUp({ path, old: 'foo', new: '' })).toBe('not_done');
});

test('a draft that a killed process left is removed', async () => {
  const input = { path: 'ws/old.txt', old: 'y', new: 'z' };
  writeFileSync(join(at.workspace, 'old.txt'), `${'x'.repeat(10_000_000)}y`);
  const before = at.tree();
  const script = `
    const { readdirSync } = await import('node:fs');
    const { editFile } = await import(${JSON.stringify(new URL('./edit-file.ts', import.meta.url).href)});
    editFile.run(${JSON.stringify(input)}, { ...${JSON.stringify(at.context())}, signal: new AbortController().signal });
    const endOnceDrafted = () => {
      if (readdirSync(${JSON.stringify(at.workspace)}).some((name) => name.startsWith('.artoo-'))) process.kill(process.pid, 'SIGKILL');
      else setImmediate(endOnceDrafted);
    };
    endOnceDrafted();`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })).toThrow();
  expect(at.changedSince(before)).toHaveLength(1);
  expect(await lookUp(input)).toBe('not_done');
  expect(at.tree()).toEqual(before);
});
