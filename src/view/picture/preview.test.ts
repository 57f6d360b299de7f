import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { markdownLines } from '../markdown/markdown-lines.ts';
import { textOf } from '../style/line.ts';
import { createPreview } from './preview.ts';

const previewLines = createPreview();

const shown = (text: string, max = 3, columns = 60) => previewLines(text, columns, max).map(textOf);

test.each<[string, string, readonly string[]]>([
  ['a heading without its marks', '## Results\n\nAll good', ['Results', 'All good']],
  ['a list with its signs', '- one\n- **two**\n- `three`', ['• one', '• two', '• three']],
  ['bold that is not finished yet', 'It is **very impor', ['It is very impor']],
  ['bold that has only begun', 'It is **', ['It is']],
  ['code that is not finished yet', 'Run `npm te', ['Run npm te']],
  ['a block of code that is not closed yet', 'So:\n\n```ts\nconst a = **b;', ['So:', 'const a = **b;']],
  ['a star that is none', '2 * 3', ['2 * 3']],
])('%s', (_, text, lines) => {
  expect(shown(text)).toEqual(lines);
});

test('what is bold or code looks so, and the rest is muted', () => {
  expect(previewLines('a **b** `c`', 60, 1)).toEqual([
    [
      { text: 'a ', style: 'muted' },
      { text: 'b', style: 'strong' },
      { text: ' ', style: 'muted' },
      { text: 'c', style: 'code' },
    ],
  ]);
});

test('only the last lines are shown, without blank ones', () => {
  expect(shown('one\n\ntwo\n\nthree\n\n', 2)).toEqual(['two', 'three']);
});

test('the end of a long block of code is shown as code', () => {
  const text = `Here:\n\n\`\`\`\n${'let a = *b* * c;\n'.repeat(500)}`;
  expect(previewLines(text, 60, 1)).toEqual([[{ text: 'let a = *b* * c;', style: 'code' }]]);
});

test('a long text costs no more than its end', () => {
  const text = '**a** [b](c) '.repeat(200_000);
  const began = workedMs();
  for (let frame = 0; frame < 10; frame += 1) shown(text);
  expect(workedMs() - began).toBeLessThan(1_000);
});

test('while a text is written, what is shown is the end of it rendered as a whole', () => {
  const piece = fc.constantFrom(
    ...['# A\n', 'A\n===\n', '- one\n', '  - two\n', '3. three\n', '> four\n', '\n', '\n\n', 'five ', '*six* ', '[a]', '(b) ', '[a]: c\n'],
    ...['| a | b |\n', '|---|---|\n', '    code\n', '---\n', '<p>\n', '\r\n', '\n\t', '&amp; ', '\\', '_', '<!-- ', '1. \n', '[^1]'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 20, max: 60 }), (pieces, columns) => {
      for (let end = 1; end <= pieces.length; end += 1) {
        const text = pieces.slice(0, end).join('').trim();
        fc.pre(text.length <= 400);
        const whole = markdownLines(text, columns).map(textOf);
        expect(shown(text, 3, columns)).toEqual(whole.filter((line) => line.trim() !== '').slice(-3));
      }
    }),
  );
});

test('continuing a text costs only as much as its last block', () => {
  const before = `${'**a** [b](c) _d_ `e` '.repeat(18)}\n\n`;
  const began = workedMs();
  for (let frame = 0; frame < 100; frame += 1) shown(`${before}${frame}`);
  const last = workedMs() - began;
  for (let frame = 0; frame < 100; frame += 1) shown(`${frame} ${before}`);
  expect(last).toBeLessThan((workedMs() - began - last) / 2);
});
