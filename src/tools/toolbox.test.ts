import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ArtooError } from '../contracts/errors.ts';
import type { Json } from '../contracts/json.ts';
import { glob } from './glob.ts';
import { readFile } from './read-file.ts';
import { succeeded, type Tool, type ToolContext, ToolResult } from './tool.ts';
import { createToolbox } from './toolbox.ts';
import { writeFile } from './write-file.ts';

const cwd = mkdtempSync(join(tmpdir(), 'artoo-toolbox-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const workspace = join(cwd, 'workspace');
const running = () => new AbortController().signal;
const toolbox = createToolbox([glob, readFile, writeFile]);
const run = (tool: string, input: Json, signal = running()) => toolbox.run({ tool, input, cwd, workspace }, signal);

/** A tool that does what the test says. */
const doing = (act: (input: { n: number }, context: ToolContext) => Promise<ToolResult>): Tool<{ n: number }> => ({
  name: 'do',
  description: 'Does it.',
  input: z.object({ n: z.number().default(7) }),
  target: ({ n }) => String(n),
  repeatable: true,
  run: act,
});
const call = (act: Parameters<typeof doing>[0], signal = running()) =>
  createToolbox([doing(act)]).run({ tool: 'do', input: {}, cwd, workspace }, signal);

test('the tools work together below one folder', async () => {
  expect(await run('write_file', { path: 'notes/a.md', content: 'one\ntwo\n' })).toMatchObject({ ok: true });
  expect(await run('glob', { pattern: '**/*.md' })).toMatchObject({ ok: true, output: 'notes/a.md' });
  expect(await run('read_file', { path: 'notes/a.md', from: 2 })).toMatchObject({ ok: true, output: 'two\n' });
  expect(await run('write_file', { path: 'notes/a.md', content: '' })).toMatchObject({ ok: false, error: { class: 'exists' } });
});

test('a tool is found by its name, and by no other', () => {
  expect(toolbox.get('glob')).toBe(glob);
  expect(['Glob', 'shell', '', '__proto__', 'constructor'].map((name) => toolbox.get(name))).toEqual(Array(5).fill(undefined));
});

test('every tool is offered with its schema', () => {
  expect(toolbox.offered.map(({ name }) => name)).toEqual(['glob', 'read_file', 'write_file']);
  expect(toolbox.offered.map(({ input }) => input)).toMatchObject([
    { type: 'object', properties: { pattern: { type: 'string' }, root: { type: 'string' } }, required: ['pattern'] },
    { type: 'object', properties: { path: { type: 'string' }, from: { type: 'integer' }, to: { type: 'integer' } }, required: ['path'] },
    { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } }, required: ['path', 'content'] },
  ]);
  expect(createToolbox([doing(async () => succeeded(''))]).offered[0]?.input).not.toHaveProperty('required');
});

test.each([
  ['glob', true],
  ['read_file', true],
  ['write_file', false],
])('%s may be repeated: %s', (name, repeatable) => {
  expect(toolbox.get(name)?.repeatable).toBe(repeatable);
});

describe('a call is refused as invalid_input', () => {
  test.each(['shell', '', '__proto__', 'x'.repeat(100_000)])('when there is no such tool, naming those there are', async (tool) => {
    const { error } = await run(tool, {});
    expect(error).toEqual({ class: 'invalid_input', message: expect.stringContaining('glob, read_file, write_file') });
    expect(error?.message.length).toBeLessThan(300);
  });

  test.each<[string, Json, string]>([
    ['glob', {}, 'pattern'],
    ['glob', { pattern: 7 }, 'pattern'],
    ['glob', { pattern: '*', root: null }, 'root'],
    ['read_file', { path: 'a', from: 2, to: 1 }, 'to'],
    ['write_file', { path: 'a' }, 'content'],
  ])('%s with %j, naming %s', async (tool, input, field) => {
    expect((await run(tool, input)).error).toEqual({ class: 'invalid_input', message: expect.stringContaining(`at ${field}`) });
  });

  test.each<Json>([null, 'text', [], 7])('with %j instead of an object', async (input) => {
    expect(await run('glob', input)).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });
});

test('a tool gets its input parsed, and folder, workspace and signal', async () => {
  const signal = running();
  const seen: unknown[] = [];
  await call(async (...given) => {
    seen.push(...given);
    return succeeded('');
  }, signal);
  expect(seen).toEqual([{ n: 7 }, { cwd, workspace, signal }]);
});

describe('whatever happens', () => {
  test('what a tool throws is a failure', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (thrown) => {
        const result = await call(async () => {
          throw thrown;
        });
        expect(ToolResult.parse(result)).toMatchObject({ ok: false, error: { class: 'failed' } });
      }),
    );
  });

  test('every input has an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('glob', 'read_file'), fc.jsonValue(), async (tool, input) => {
        ToolResult.parse(await run(tool, input as Json)); // the same thing, made by fast-check
      }),
    );
  });

  test.each([
    ['failed', new Error('by the person')],
    ['failed', 'by the person'],
    ['failed', new ArtooError('cancelled', 'by the person')],
    ['timeout', new ArtooError('timed_out', 'after a while')],
    ['timeout', new DOMException('after a while', 'TimeoutError')],
  ])('a call that is stopped is a failure of class %s: %s', async (errorClass, reason) => {
    const before = await call(async () => expect.unreachable(), AbortSignal.abort(reason));
    expect(before).toMatchObject({ ok: false, error: { class: errorClass } });
    const stop = new AbortController();
    const during = await call(async (_, { signal }) => {
      stop.abort(reason);
      signal.throwIfAborted();
      return expect.unreachable();
    }, stop.signal);
    expect(during).toEqual(before);
  });
});
