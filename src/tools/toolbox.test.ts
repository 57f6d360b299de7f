import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolsIn } from '../../test/support/lawful.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { Json } from '../contracts/shapes/json.ts';
import { type LookUp, succeeded, type Tool, type ToolContext, type ToolRequest, ToolResult } from './tool.ts';
import { type AboutCall, createToolbox } from './toolbox.ts';

const cwd = mkdtempSync(join(tmpdir(), 'artoo-toolbox-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const workspace = join(cwd, 'workspace');
let calls = 0;
const running = () => new AbortController().signal;
const id = { task_id: 'task', key: '1.1.1/R3/1.1' };
const data = mkdtempSync(join(tmpdir(), 'artoo-toolbox-data-'));
afterAll(() => rmSync(data, { recursive: true }));
const home = mkdtempSync(join(tmpdir(), 'artoo-toolbox-home-'));
afterAll(() => rmSync(home, { recursive: true }));
const toolbox = toolsIn(home, data);
const run = (tool: string, input: Json, signal = running()) =>
  toolbox.run({ tool, input, cwd, workspace }, { ...id, key: `1.1.1/R3/${++calls}.1` }, signal);

/** A tool whose action the test provides. */
const doing = (act: (input: { n: number }, context: ToolContext) => Promise<ToolResult>): Tool<{ n: number }> => ({
  name: 'do',
  description: 'Does it.',
  input: z.object({ n: z.number().default(7) }),
  target: ({ n }) => String(n),
  timeoutMs: 60_000,
  changes: ({ n }) => n > 7,
  repeatable: ({ n }) => n === 7,
  run: act,
});
const call = (act: Parameters<typeof doing>[0], signal = running()) =>
  createToolbox([doing(act)]).run({ tool: 'do', input: {}, cwd, workspace }, id, signal);

test('the tools work together below one folder', async () => {
  expect(await run('write_file', { path: 'notes/a.md', content: 'one\ntwo\n' })).toMatchObject({ ok: true });
  expect(await run('glob', { pattern: '**/*.md' })).toMatchObject({ ok: true, output: 'notes/a.md' });
  expect(await run('read_file', { path: 'notes/a.md', from: 2 })).toMatchObject({ ok: true, output: 'two\n' });
  expect(await run('edit_file', { path: 'notes/a.md', old: 'two', new: '2' })).toMatchObject({ ok: true });
  expect(await run('shell', { command: 'cat notes/a.md; rm notes/a.md' })).toMatchObject({ ok: true, output: 'one\n2\n' });
});

test.each<[string, Json, AboutCall]>([
  ['glob', { pattern: '*.ts', root: 'src' }, { target: 'src/*.ts', changes: false }],
  ['read_file', { path: './a' }, { target: 'a', changes: false }],
  ['write_file', { path: 'b/../a', content: '' }, { target: 'a', changes: true }],
  ['edit_file', { path: './/a', old: 'x', new: '' }, { target: 'a', changes: true }],
  ['read_file', { path: '' }, { target: '', changes: false }],
  ['write_file', { path: 'a' }, { target: '', changes: false }],
  ['write_file', null, { target: '', changes: false }],
  ['Glob', { pattern: '*' }, { target: '', changes: false }],
  ['', {}, { target: '', changes: false }],
  ['__proto__', {}, { target: '', changes: false }],
])('what is known about %s with %j without calling it: %j', (name, input, about) => {
  expect(toolbox.about(name, input)).toEqual(about);
});

test('a tool that runs programs names the programs of a call', () => {
  const named = createToolbox([{ ...doing(async () => expect.unreachable()), programs: ({ n }) => ['ls', `p${n}`] }]);
  expect(named.about('do', { n: 8 })).toEqual({ target: '8', changes: true, programs: ['ls', 'p8'] });
});

test('every tool is offered with its schema', () => {
  const everywhere = toolbox.offered.filter(({ name }) => name !== 'applescript' && name !== 'shortcuts'); // these exist only on macOS
  expect(everywhere.map(({ name }) => name).join(' ')).toBe(
    'mdfind glob grep read_file write_file edit_file background shell search fetch_url skill',
  );
  expect(everywhere.map(({ input }) => input)).toMatchObject([
    { type: 'object', properties: { query: { type: 'string' }, in: { type: 'string' } }, required: ['query'] },
    { type: 'object', properties: { pattern: { type: 'string' }, root: { type: 'string' } }, required: ['pattern'] },
    {
      type: 'object',
      properties: { pattern: { type: 'string' }, glob: { type: 'string' }, context: { type: 'integer' } },
      required: ['pattern'],
    },
    { type: 'object', properties: { path: { type: 'string' }, from: { type: 'integer' }, to: { type: 'integer' } }, required: ['path'] },
    { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } }, required: ['path', 'content'] },
    { type: 'object', properties: { old: { type: 'string', minLength: 1 }, new: { type: 'string' } }, required: ['path', 'old', 'new'] },
    { type: 'object', properties: { id: { type: 'string' }, stop: { type: 'boolean' } } },
    { type: 'object', properties: { command: { type: 'string' }, timeout_s: { type: 'integer' } }, required: ['command'] },
    { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    { type: 'object', properties: { url: { type: 'string' }, from: { type: 'integer' } }, required: ['url'] },
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  ]);
  expect(createToolbox([doing(async () => succeeded(''))]).offered[0]?.input).not.toHaveProperty('required');
});

test.each<[string, Json, boolean]>([
  ['glob', { pattern: '*' }, true],
  ['read_file', { path: 'a' }, true],
  ['write_file', { path: 'a', content: '' }, false],
  ['edit_file', { path: 'a', old: 'x', new: 'y' }, false],
  ['edit_file', { path: 'a', old: 'x', new: 'x' }, true],
  ['write_file', {}, true],
  ['none', {}, true],
])('%s with %j may be repeated: %s', (tool, input, repeatable) => {
  expect(toolbox.repeatable({ tool, input, cwd, workspace })).toBe(repeatable);
});

test('whether a call may be repeated can depend on its input', () => {
  const box = createToolbox([doing(async () => expect.unreachable())]);
  const repeatable = (input: Json) => box.repeatable({ tool: 'do', input, cwd, workspace });
  expect([repeatable({}), repeatable({ n: 8 })]).toEqual([true, false]);
});

describe('a call is refused as invalid_input', () => {
  test.each(['shel', '', '__proto__', 'x'.repeat(100_000)])('when there is no such tool, and the existing ones are named', async (tool) => {
    const { error } = await run(tool, {});
    expect(error).toEqual({
      class: 'invalid_input',
      message: expect.stringContaining('glob, grep, read_file, write_file, edit_file, background, shell'),
    });
    expect(error?.message.length).toBeLessThan(300);
  });

  test.each<[string, Json, string]>([
    ['glob', {}, 'pattern'],
    ['glob', { pattern: 7 }, 'pattern'],
    ['glob', { pattern: '*', root: null }, 'root'],
    ['read_file', { path: 'a', from: 2, to: 1 }, 'to'],
    ['write_file', { path: 'a' }, 'content'],
    ['edit_file', { path: 'a', old: '', new: 'x' }, 'old'],
    ['edit_file', { path: 'a', old: 'x', new: 'x' }, 'new'],
  ])('%s with %j, naming %s', async (tool, input, field) => {
    const message = expect.stringMatching(`^its input does not fit: ${field}(?:: .*| is missing)$`);
    expect((await run(tool, input)).error).toEqual({ class: 'invalid_input', message });
  });

  test.each<Json>([null, 'text', [], 7])('with %j instead of an object', async (input) => {
    expect(await run('glob', input)).toMatchObject({ ok: false, error: { class: 'invalid_input' } });
  });
});

describe('a tool gets its input parsed and', () => {
  const given = async (more: Partial<ToolRequest>) => {
    const seen: unknown[] = [];
    const keep = doing(async (input, { signal: _, ...context }) => {
      seen.push(input, context);
      return succeeded('');
    });
    await createToolbox([keep]).run({ tool: 'do', input: {}, cwd, workspace, ...more }, id, running());
    return seen;
  };

  test('the folders and which call it is, with nothing approved', async () => {
    expect(await given({})).toEqual([{ n: 7 }, { cwd, workspace, call: id, approved: undefined, network: false, refused: [] }]);
  });

  test('what was approved', async () => {
    expect(await given({ approved: 'yes', network: true })).toEqual([
      { n: 7 },
      { cwd, workspace, call: id, approved: 'yes', network: true, refused: [] },
    ]);
  });
});

test('a tool that takes longer than it may comes back as a timeout', async () => {
  const slow = doing(
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('closed')));
      }),
  );
  const box = createToolbox([{ ...slow, timeoutMs: 5, lookUp: slow.run }]);
  const request = { tool: 'do', input: {}, cwd, workspace };
  expect(await box.run(request, id, running())).toMatchObject({ ok: false, error: { class: 'timeout' } });
  expect(await box.lookUp(request, id, running())).toBe('unknown');
});

test.each<[string, LookUp | undefined, unknown]>([
  ['what it says', 'not_done', 'not_done'],
  ['what it found', succeeded('done'), succeeded('done')],
  ['unknown when it cannot look', undefined, 'unknown'],
])('the result of a call is %s', async (_, found, expected) => {
  const tool = doing(async () => expect.unreachable());
  const box = createToolbox([found === undefined ? tool : { ...tool, lookUp: async () => found }]);
  expect(await box.lookUp({ tool: 'do', input: {}, cwd, workspace }, id, running())).toEqual(expected);
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
        ToolResult.parse(await run(tool, input as Json)); // the same kind of value, generated by fast-check
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
