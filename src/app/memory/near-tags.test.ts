import { expect, test } from 'vitest';
import { nearTags } from './near-tags.ts';

const tags = [
  { space: 'intent:find_large_files', entity: 'tool:shell:du' },
  { space: 'intent:find_large_files', entity: 'env:local' },
  { space: 'tool:shell', entity: 'path:notes.txt' },
  { space: 'global', entity: 'user' },
];

test.each<[string, string, object[]]>([
  ['spaces that begin alike', 'intent:find', [{ space: 'intent:find_large_files' }]],
  ['in any case', 'INTENT:', [{ space: 'intent:find_large_files' }]],
  ['entities that begin alike', 'tool:shell', [{ space: 'tool:shell' }, { space: 'intent:find_large_files', entity: 'tool:shell:du' }]],
  ['all of the words, in any order', 'files large', [{ space: 'intent:find_large_files' }]],
  ['words of entities', 'notes', [{ space: 'tool:shell', entity: 'path:notes.txt' }]],
  ['a slip', 'globl', [{ space: 'global' }]],
  ['nothing for what is unlike all', 'quantum', []],
  ['nothing for what has no words', '|||', []],
])('%s', (_, wanted, near) => {
  expect(nearTags(wanted, tags)).toEqual(near);
});

test('only a few are named', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ space: `intent:${at}`, entity: 'env:local' }));
  expect(nearTags('intent:', many)).toHaveLength(8);
});
