import { describe, expect, test } from 'vitest';
import { readYaml } from './yaml-values.ts';

function valueIn(text: string): unknown {
  const read = readYaml(text);
  if (!read.ok) throw new Error(`${read.at.line}:${read.at.column} ${read.error}`);
  return read.root.value;
}

describe('YAML is read', () => {
  test.each<[string, string, unknown]>([
    ['nothing', '', undefined],
    ['a comment', '# nothing here\n', undefined],
    ['a map', 'a: 1\nb: two\n', { a: 1, b: 'two' }],
    ['maps in maps', 'a:\n  b: {c: [1, 2]}\n', { a: { b: { c: [1, 2] } } }],
    ['lines that end as on Windows', 'a: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
    ['a key without a value', 'a:\nb: ~\nc: 1', { a: undefined, b: undefined, c: 1 }],
    ['colons in values', 'brain: ollama:qwen3:8b', { brain: 'ollama:qwen3:8b' }],
    ['an alias', 'a: &x {m: 1}\nb: *x', { a: { m: 1 }, b: { m: 1 } }],
    ['numbers that are none', 'a: .nan\nb: 1e999\nc: 1_000', { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: '1_000' }],
    ['a standard tag', 'a: !!str 1', { a: '1' }],
    ['a text that is not a map', 'hello', 'hello'],
    ['keys that are numbers', '1: x', { 1: 'x' }],
  ])('%s', (_, text, value) => {
    expect(valueIn(text)).toEqual(value);
  });

  test('keys that objects have anyway are keys like any other', () => {
    const value = valueIn('__proto__: {polluted: 1}\nconstructor: 2\n');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  test('every value knows its place, and so does its key', () => {
    const read = readYaml('# settings\nroles:\n  R3: "x"\nlist: [1, {a: 2}]\n');
    if (!read.ok) throw new Error(read.error);
    const { children } = read.root;
    expect(children.get('roles')).toMatchObject({ keyAt: { line: 2, column: 1 }, at: { line: 3, column: 3 } });
    expect(children.get('roles')?.children.get('R3')).toMatchObject({ keyAt: { line: 3, column: 3 }, at: { line: 3, column: 7 } });
    expect(children.get('list')?.children.get('1')?.children.get('a')).toMatchObject({ at: { line: 4, column: 15 } });
  });
});

describe('what is wrong is said with its place', () => {
  test.each<[string, string, string, RegExp]>([
    ['a tab that indents', 'roles:\n\tR3: x', '2:1', /tab/],
    ['the same key twice', 'a: 1\nb: 2\na: 3', '3:1', /twice/],
    ['the same key twice, once in quotes', 'a: {b: 1, "b": 2}', '1:11', /twice/],
    ['a colon that is not in quotes', 'brain: ollama:', '1:8', /quotes/],
    ['a value that starts with @', 'brain: @cf/x', '1:8', /quotes/],
    ['a quote that is not closed', 'a: "x\nb: 1', '2:5', /missing/],
    ['a bracket that is not closed', 'a: [1, 2', '1:9', /bracket/],
    ['two documents', 'a: 1\n---\nb: 2', '2:1', /document/],
    ['a key that is a list', '[a]: 1', '1:1', /key/],
    ['an empty key', '"": 1', '1:1', /key/],
    ['a tag of its own', 'a: !ruby/object x', '1:4', /tags/],
    ['a tag for code', 'a: !!js/function "x"', '1:4', /tags/],
    ['a tag for bytes', 'a: !!binary aGk=', '1:4', /tags/],
    ['an alias without an anchor', 'a: *x', '1:4', /alias/],
    ['an alias in its own anchor', 'a: &x [*x]', '1:7', /deep/],
    ['lines that do not fit', 'a: 1\n  b: 2', '1:4', /colon/],
  ])('%s', (_, text, at, error) => {
    const read = readYaml(text);
    expect(read).toMatchObject({ ok: false, error: expect.stringMatching(error) });
    expect(!read.ok && `${read.at.line}:${read.at.column}`).toBe(at);
  });

  test('nothing of the text is repeated', () => {
    for (const text of [
      'hunter2: "',
      'a: !hunter2 x',
      'a: *hunter2',
      'hunter2\n  hunter2: x: y',
      '%hunter2\n---\n',
      '} hunter2',
      'hunter2: 1\nhunter2: 2',
    ])
      expect(JSON.stringify(readYaml(text))).not.toMatch(/ok":false.*hunter2/);
  });
});

describe('a text that was written to do harm is refused in time', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`)}]`),
  ].join('\n');
  test.each<[string, string]>([
    ['a bomb of aliases', bomb],
    ['many aliases', `a: &a 1\nb: [${Array(5_000).fill('*a').join(', ')}]`],
    ['few aliases of much', `a: &a [${'1, '.repeat(1_000)}]\nb: [${Array(50).fill('*a').join(', ')}]`],
    ['deep lists', '['.repeat(500_000)],
    ['deep lists that are closed', `a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['deep maps', `a: ${'{'.repeat(500_000)}`],
    ['deep maps of few parts', `a: ${'{'.repeat(3_000)}`],
    ['deep maps by lines', Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['deep keys', '? '.repeat(300_000)],
    ['deep items', '- '.repeat(9_000)],
    ['many keys', Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join('\n')],
    ['many errors', ']\n'.repeat(400_000)],
    ['many commas', `a: [${','.repeat(500_000)}`],
    ['many documents', '---\n'.repeat(200_000)],
    ['a long list', `a: [${'1, '.repeat(9_000)}]`],
  ])(
    '%s',
    (_, text) => {
      expect(readYaml(text)).toMatchObject({ ok: false });
    },
    10_000,
  );
});
