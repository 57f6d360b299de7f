import { expect, test } from 'vitest';
import { MemoryQuery } from '../../contracts/memory.ts';
import { memoryQuery } from './memory-query.ts';

const spec = {
  slug: 'sum_up_notes',
  raw_input: 'Sum up ./notes.txt',
  clarifications: [{ question: 'Where? in old.txt?', answer: 'into out.md' }],
  cwd: '/work/app',
};
const written = (tags: MemoryQuery['tags']) => tags.map(({ space, entity }) => `${space} ${entity}`);

test('memory is asked about the kind of task, each tool for it, each tool on each target that the person named, the person, and the folder', () => {
  expect(written(memoryQuery(spec, ['read_file', 'shell']).tags)).toEqual([
    'intent:sum_up_notes env:local',
    'intent:sum_up_notes tool:read_file',
    'intent:sum_up_notes tool:shell',
    'tool:read_file path:notes.txt',
    'tool:read_file path:out.md',
    'tool:shell path:notes.txt',
    'tool:shell path:out.md',
    'global user',
    'folder:/work/app user',
    'folder:/work/app env:local',
  ]);
});

test.each<[string, string | undefined, string]>([
  ['its folder', undefined, '/work/app'],
  ['its repository, where it is in one', 'host/team/app', 'host/team/app'],
])('memory is told which project asks: %s', (_, repository, project) => {
  const { tags, learnt_in } = memoryQuery(spec, [], repository);
  expect([learnt_in, tags.at(-1)?.space]).toEqual([project, `folder:${project}`]);
});

test('memory is not asked about a folder whose path is too long', () => {
  const query = memoryQuery({ ...spec, cwd: `/${'x'.repeat(9_000)}` }, []);
  expect(query).toEqual(MemoryQuery.parse(query));
  expect(query).not.toHaveProperty('learnt_in');
});

test.each<[string, typeof spec, readonly string[]]>([
  ['without tools', spec, []],
  ['with a tool twice', { ...spec, raw_input: 'do it', clarifications: [] }, ['shell', 'shell']],
  ['with a megabyte of names', { ...spec, raw_input: `${'a/'.repeat(1 << 19)} ${'b.txt '.repeat(1 << 17)}` }, ['shell']],
])('%s the question fits its message, and no tag is asked twice', (_, given, tools) => {
  const query = memoryQuery(given, tools);
  expect(MemoryQuery.parse(query)).toEqual(query);
  expect(new Set(written(query.tags)).size).toBe(query.tags.length);
});
