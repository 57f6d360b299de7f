import { expect, test } from 'vitest';
import { testedLines } from './tested-lines.ts';

const tested = {
  name: 'notes',
  tools: [
    { name: 'say', description: 'Says something.' },
    { name: 'search_notes', description: 'Finds notes by their words.' },
  ],
  offers: {
    resources: [{ uri: 'file:///a/very/long/path/to/a/note/of/long/ago.md', name: 'An old note' }],
    prompts: [{ name: 'sum', description: 'Sums up.', arguments: [{ name: 'of', isRequired: true }] }],
  },
};

test('names and descriptions are in two columns, and a name that is too long has a line of its own', () => {
  expect(testedLines({ ...tested, width: 60 })).toEqual([
    'notes works: 2 tools, 1 resource, 1 prompt.',
    '  say              Says something.',
    '  search_notes     Finds notes by their words.',
    '  @notes:file:///a/very/long/path/to/a/note/of/long/ago.md',
    '                   An old note',
    '  /notes:sum <of>  Sums up.',
  ]);
});
