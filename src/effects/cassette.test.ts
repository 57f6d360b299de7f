import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modelSuite, modelUsage } from '../../test/support/model-suite.ts';
import { boundless } from '../../test/support/parts.ts';
import { plainSurroundings } from '../../test/support/plain-look.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { EffectKey, TaskId } from '../contracts/ids.ts';
import type { RoleId } from '../contracts/parties.ts';
import type { Model, Turn } from '../models/model.ts';
import { type CassetteLine, createCassette, readCassette } from './cassette.ts';

const first = '1.1.1/R3/1.0';
const second = '1.1.1/R3/2.0';

/** One step of R3, or of the role that the key names. */
function ask(model: Model, key: string, system = 'prompt', turns: readonly Turn[] = [], signal = new AbortController().signal) {
  const role = key.split('/')[1] as RoleId; // every key has this form
  return model.step({ system, turns, tools: [] }, { task_id: 't' as TaskId, key: key as EffectKey, role, spending: boundless }, signal);
}

const text = async (...args: Parameters<typeof ask>): Promise<string> => (await ask(...args)).text;

/** A file with these lines. */
function fileOf(...lines: readonly string[]): string {
  const path = join(scratch(), 'cassette.jsonl');
  writeFileSync(path, lines.join('\n'));
  return path;
}

modelSuite({
  name: 'a cassette',
  saying: async (...replies) =>
    createCassette(
      replies.map((reply) =>
        reply === 'refused'
          ? { role: 'R2', failure: { code: 'model_denied', detail: 'the key is wrong' } }
          : { role: 'R2', answer: reply.text, calls: [...(reply.calls ?? [])], cut: reply.isCut ?? false, usage: modelUsage },
      ),
    ),
  isHeard: false,
});

describe('a step is answered', () => {
  test('by the line with its key, wherever it occurs', async () => {
    const cassette = createCassette([
      { key: second, answer: 'two' },
      { key: first, answer: 'one' },
    ]);
    expect([await text(cassette, first), await text(cassette, second)]).toEqual(['one', 'two']);
  });

  test('by the first line of its role whose pattern its prompt matches', async () => {
    const cassette = createCassette([
      { role: 'R2', match: 'fruit', answer: 'another role' },
      { role: 'R3', match: 'pears', answer: 'another pattern' },
      { role: 'R3', match: '^Write.*apples$', answer: 'right' },
      { role: 'R3', match: 'apples', answer: 'too late' },
    ]);
    expect(await text(cassette, first, 'Write about\nfruit and apples')).toBe('right');
  });

  test('by a pattern that matches in any turn', async () => {
    const turns: readonly Turn[] = [
      { role: 'user', text: 'go' },
      { role: 'assistant', text: '', calls: [] },
      { role: 'tool', call_id: 'c', tool: 'glob', text: 'notes/a.md' },
    ];
    expect(await text(createCassette([{ role: 'R3', match: 'notes/.\\.md', answer: 'seen' }]), first, 'system', turns)).toBe('seen');
  });

  test('by a line of its role without a pattern, whatever is asked', async () => {
    expect(await text(createCassette([{ role: 'R3', answer: 'anything' }]), first, '')).toBe('anything');
  });

  test('by its key before any pattern', async () => {
    const cassette = createCassette([
      { role: 'R3', match: '.', answer: 'by pattern' },
      { key: first, answer: 'by key' },
    ]);
    expect([await text(cassette, first), await text(cassette, first)]).toEqual(['by key', 'by pattern']);
  });

  test('with its calls, numbered under its key, and its usage', async () => {
    const calls = [
      { tool: 'glob', input: { pattern: '*' } },
      { tool: 'read_file', input: { path: 'a' } },
    ];
    const usage = { input_tokens: 7, output_tokens: 9 };
    expect(await ask(createCassette([{ key: first, calls, usage }]), first)).toEqual({
      text: '',
      calls: [
        { call_id: `${first}#1`, ...calls[0] },
        { call_id: `${first}#2`, ...calls[1] },
      ],
      usage,
    });
  });

  test.each([
    ['a text as it is', '{"a": 1}', '{"a": 1}'],
    ['an object as JSON', { a: [1, null, 'ü'] }, '{"a":[1,null,"ü"]}'],
    ['a list as JSON', [1], '[1]'],
    ['null as JSON', null, 'null'],
  ])('with %s', async (_, answer, said) => {
    expect(await text(createCassette([{ key: first, answer }]), first)).toBe(said);
  });
});

describe('a line is used', () => {
  test.each([
    ['its key', { key: first }],
    ['its role', { role: 'R3' }],
  ] as const)('once when it answers by %s', async (_, by) => {
    const cassette = createCassette([
      { ...by, answer: 'one' },
      { ...by, answer: 'two' },
    ]);
    expect([await text(cassette, first), await text(cassette, first)]).toEqual(['one', 'two']);
    await expect(ask(cassette, first)).rejects.toMatchObject({ code: 'cassette_mismatch' });
  });

  test('any number of times when it may repeat', async () => {
    const cassette = createCassette([{ role: 'R3', match: 'go', repeat: true, answer: 'again' }]);
    for (const key of [first, second, first]) expect(await text(cassette, key, 'go')).toBe('again');
  });

  test('or is among the unused, as it was written', async () => {
    const lines: CassetteLine[] = [{ key: first }, { role: 'R3', match: 'x' }, { role: 'R3', repeat: true }, { role: 'R2', repeat: true }];
    const cassette = createCassette(lines);
    expect(cassette.unused).toEqual(lines);
    await ask(cassette, first);
    await ask(cassette, second, 'nothing of it');
    expect(cassette.unused).toEqual([lines[1], lines[3]]);
  });
});

describe('a step that no line answers fails with what was asked and what is left:', () => {
  const rows: readonly [string, readonly CassetteLine[], string][] = [
    ['an empty cassette', [], 'none'],
    ['another key', [{ key: second }], second],
    ['another role', [{ role: 'R2', match: 'the question' }], 'R2 /the question/'],
    ['another pattern', [{ role: 'R3', match: 'no question' }], 'R3 /no question/'],
    ['a pattern in another case', [{ role: 'R3', match: 'THE QUESTION' }], 'R3 /THE QUESTION/'],
    ['a key that only looks like a pattern', [{ key: '1.1.1/R3/1.00' }], '1.1.1/R3/1.00'],
  ];
  test.each(rows)('%s', async (_, lines, left) => {
    const cassette = createCassette(lines);
    const failure = await ask(cassette, first, 'system', [{ role: 'user', text: 'here is the question' }]).catch((error) => error);
    expect(failure).toMatchObject({ code: 'cassette_mismatch' });
    for (const named of ['R3', first, 'here is the question', left]) expect(failure.message).toContain(named);
    expect(cassette.unused).toEqual(lines);
  });

  test('asked for more than it has', async () => {
    const cassette = createCassette([{ key: first }, { key: second }]);
    await ask(cassette, first);
    const failure = await ask(cassette, first).catch((error) => error);
    expect(failure).toMatchObject({ code: 'cassette_mismatch' });
    expect(failure.message).toContain(second);
  });

  test('a long prompt by its end', async () => {
    const failure = await ask(createCassette([]), first, `BEGINNING ${'x'.repeat(100_000)} END`).catch((error) => error);
    expect(failure.message).toContain(' END');
    expect(failure.message.length).toBeLessThan(1_000);
  });
});

test('a step whose signal has fired is cancelled and uses nothing up', async () => {
  const cassette = createCassette([{ key: first, answer: 'one' }]);
  await expect(ask(cassette, first, '', [], AbortSignal.abort(new Error('enough')))).rejects.toMatchObject({
    code: 'cancelled',
    cause: { message: 'enough' },
  });
  expect(await text(cassette, first)).toBe('one');
});

test('a pattern that would take forever elsewhere takes no time', async () => {
  const cassette = createCassette([{ role: 'R3', match: '(a+)+$', answer: 'x' }]);
  await expect(ask(cassette, first, `${'a'.repeat(50_000)}!`)).rejects.toMatchObject({ code: 'cassette_mismatch' });
});

test('a pattern sees over the ends of lines', async () => {
  expect(await text(createCassette([{ role: 'R3', match: 'one.*two', answer: 'x' }]), first, 'one\ntwo')).toBe('x');
});

test('a file may begin with a byte order mark; what is not a file is not waited for', async () => {
  expect(await text(await readCassette(fileOf('\uFEFF{"role":"R3","answer":"x"}')), first)).toBe('x');
  await expect(readCassette('/dev/zero')).rejects.toMatchObject({ code: 'cassette_corrupt' });
});

describe('a line that is wrong is corrupt, and named by its number:', () => {
  test.each([
    ['neither key nor role', { answer: 'x' }],
    ['a pattern without a role', { match: 'x' }],
    ['both key and role', { key: first, role: 'R3' }],
    ['both key and pattern', { key: first, match: 'x' }],
    ['a key that is none', { key: 'R3' }],
    ['a role that does not exist', { role: 'R9' }],
    ['a field that does not exist', { key: first, anwser: 'x' }],
    ['a call without a tool', { key: first, calls: [{ input: {} }] }],
    ['usage below zero', { key: first, usage: { input_tokens: -1, output_tokens: 0 } }],
    ['a pattern that is not a regular expression', { role: 'R3', match: '(' }],
    ['an answer that is not JSON', { key: first, answer: new Date(0) }],
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
  ])('%s', (_, line) => {
    const script = [{ key: first }, line as CassetteLine]; // what a file or a test in JavaScript may contain
    expect(() => createCassette(script)).toThrow(
      expect.objectContaining({ code: 'cassette_corrupt', message: expect.stringContaining('answer 2 ') }),
    );
  });
});

describe('a file', () => {
  test('is read line by line, without its comments and empty lines', async () => {
    const path = fileOf('// R1', '{"key":"0.0.0/R1/1.0","answer":{"slug":"s"}}', '', '  \t', '// {"role":"R3"}', '{"role":"R3"}\r', '');
    const cassette = await readCassette(path);
    expect(cassette.unused).toHaveLength(2);
    expect(await text(cassette, '0.0.0/R1/1.0')).toBe('{"slug":"s"}');
    expect(await text(cassette, first)).toBe('');
  });

  test('without answers is a cassette that has none', async () => {
    expect((await readCassette(fileOf('// nothing yet'))).unused).toEqual([]);
  });

  test.each([
    ['a line that is not JSON', ['// one', '', '{"role":"R3"}', '{"role":'], 'line 4 '],
    ['two objects on a line', ['{"role":"R3"}{"role":"R3"}'], 'line 1 '],
    ['a line that is not an answer', ['// one', '{"role":"R3"}', '["role"]'], 'answer 2 '],
    ['a bad regular expression', ['{"role":"R3","match":"["}'], 'answer 1 '],
  ])('with %s is corrupt', async (_, lines, named) => {
    await expect(readCassette(fileOf(...lines))).rejects.toMatchObject({
      code: 'cassette_corrupt',
      message: expect.stringContaining(named),
    });
  });

  test.each([
    ['is not there', () => join(scratch(), 'none.jsonl')],
    ['is a folder', () => scratch()],
  ])('that %s is corrupt, and named', async (_, place) => {
    const path = place();
    await expect(readCassette(path)).rejects.toMatchObject({ code: 'cassette_corrupt', message: expect.stringContaining(path) });
  });
});

describe('a look', () => {
  const around = '0.0.0/R2/0.0' as EffectKey;
  const look = plainSurroundings({ cwd: '/home', workspace: '/work' });

  test('is played once for its key, and is not an answer of a model', async () => {
    const cassette = createCassette([{ key: around, look }]);
    await expect(ask(cassette, around)).rejects.toMatchObject({ code: 'cassette_mismatch' });
    expect(cassette.unused).toHaveLength(1);
    expect([cassette.seen(first as EffectKey), cassette.seen(around), cassette.seen(around)]).toEqual([undefined, look, undefined]);
    expect(cassette.unused).toEqual([]);
  });

  test.each<[string, object]>([
    ['without a key', { role: 'R2', look }],
    ['of another shape', { key: around, look: { os: 'Linux' } }],
  ])('%s is not a line', (_, line) => {
    expect(() => createCassette([line as CassetteLine])).toThrow(expect.objectContaining({ code: 'cassette_corrupt' }));
  });
});
