import { expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { found } from './lesson-text.ts';

test('what was found is one line, in which the rows of a table can be read', () => {
  const output = 'The largest:\n\n| size | file |\n|---:|:---|\n| 88K | `a.jpg` |\n| 40K | `b.jpg` |\n\nx || y is no table.';
  expect(found({ intent: 'List', output })).toBe('"List": The largest: size, file; 88K, `a.jpg`; 40K, `b.jpg`; x || y is no table.');
});

test.each([
  ['a heading', '# Report\n\nAll is well.', 'Report: All is well.'],
  ['a heading that ends with a mark', '## Why?\n\nIt rained.', 'Why? It rained.'],
  ['bold words', 'It is **7** files in **one place**.', 'It is 7 files in one place.'],
  ['a pattern that only looks bold', 'src/**/*.ts and **/*.js match.', 'src/**/*.ts and **/*.js match.'],
  ['a block of code', 'Run:\n\n```sh\nls -l # all\n```', 'Run: ls -l # all.'],
  ['a quotation', 'It says:\n\n> be kind\n> and rest', 'It says: be kind and rest.'],
])('of the Markdown of %s only the words are kept', (_, output, expected) => {
  expect(found({ intent: 'List', output })).toBe(`"List": ${expected}`);
});

test('a text of nothing but marks takes bounded time', () => {
  const began = workedMs();
  found({ intent: 'List', output: '|-'.repeat(1 << 19) });
  found({ intent: 'List', output: `${'|'.repeat(1 << 19)}x` });
  expect(workedMs() - began).toBeLessThan(2_000);
});
