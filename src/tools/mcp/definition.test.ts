import { describe, expect, test } from 'vitest';
import { changedParts, type Definition, offeredName, pinOf, readDefinitions, serverIn } from './definition.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
const [defined = expect.unreachable()] = readDefinitions('notes', [{ name: 'say', description: 'Says it.', inputSchema: schema }]);

describe('a tool is offered', () => {
  test.each([
    ['say', 'mcp__notes__say'],
    ['say-it_2', 'mcp__notes__say-it_2'],
    ['files.read', 'mcp__notes__files_read_6f4c1b'],
    ['files/read', 'mcp__notes__files_read_'],
    ['ü', 'mcp__notes___'],
    ['x'.repeat(128), 'mcp__notes__xxxxx'],
  ])('%j under a name that every provider takes, and that names its server', (tool, start) => {
    const name = offeredName({ server: 'notes', tool });
    expect(name).toMatch(/^[\w-]{1,64}$/);
    expect(name.startsWith(start.slice(0, 22))).toBe(true);
    expect(serverIn(name)).toBe('notes');
  });

  test('under a name of its own, though others look alike', () => {
    const names = ['a.b', 'a/b', 'a_b', `${'x'.repeat(100)}1`, `${'x'.repeat(100)}2`].map((tool) => offeredName({ server: 'n', tool }));
    expect(new Set(names).size).toBe(5);
  });

  test.each(['shell', 'mcp__', 'mcp__a', 'mcp__A__b', 'mcp____b', 'xmcp__a__b'])('and %j is a tool of no server', (name) => {
    expect(serverIn(name)).toBeUndefined();
  });
});

describe('of what a server lists', () => {
  test.each<[string, object, Partial<Definition> | undefined]>([
    ['a title stands for a missing description', { name: 'a', title: 'A', inputSchema: schema }, { description: 'A' }],
    ['a schema of another kind is any object', { name: 'a', inputSchema: { type: 'string' } }, { input: { type: 'object' } }],
    ['annotations that are none are left out', { name: 'a', inputSchema: schema, annotations: { readOnlyHint: 'yes' } }, { tool: 'a' }],
    ['a name with a line break is none', { name: 'a\nb', inputSchema: schema }, undefined],
    ['a name with a hidden character is none', { name: 'a\u202eb', inputSchema: schema }, undefined],
    ['a schema of a megabyte is none', { name: 'a', inputSchema: { type: 'object', description: 'x'.repeat(1024 ** 2) } }, undefined],
    ['a tool without a schema is none', { name: 'a' }, undefined],
  ])('%s', (_, listed, definition) => {
    const [read] = readDefinitions('notes', [listed]);
    if (definition === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(definition);
  });

  test('the first of one name counts, 500 at most', () => {
    const many = Array.from({ length: 600 }, (_, at) => ({ name: `t${at % 550}`, description: `${at}`, inputSchema: schema }));
    const read = readDefinitions('notes', [{ ...many[3] }, ...many]);
    expect(read).toHaveLength(499);
    expect(read[0]).toMatchObject({ tool: 't3' });
  });

  test('hidden characters in a description are shown, and a long one is cut', () => {
    const [read] = readDefinitions('n', [{ name: 'a', description: `a\u202e\n${'b'.repeat(9_000)}`, inputSchema: schema }]);
    expect(read?.description).toMatch(/^a\uFFFD\nb+…$/);
    expect(read?.description.length).toBe(4_096);
  });
});

describe('a pin', () => {
  test.each<[string, Partial<Definition>, readonly string[]]>([
    ['nothing', {}, []],
    ['the order of keys', { input: { properties: { a: { type: 'string' } }, type: 'object' } }, []],
    ['annotations, which are claims', { annotations: { readOnlyHint: true } }, []],
    ['the description', { description: 'Says it, and sends it.' }, ['description']],
    ['the input', { input: { type: 'object' } }, ['input schema']],
    ['the output', { output: { type: 'object' } }, ['output schema']],
    ['all of it', { description: '', input: {}, output: {} }, ['description', 'input schema', 'output schema']],
  ])('tells what changed: %s', (_, change, parts) => {
    expect(changedParts(pinOf(defined), pinOf({ ...defined, ...change }))).toEqual(parts);
  });
});
