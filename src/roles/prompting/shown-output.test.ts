import { expect, test } from 'vitest';
import { leftOut } from '../../../test/support/declared.ts';
import type { Json } from '../../contracts/shapes/json.ts';
import { handedOn, shownOutput } from './shown-output.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1} ${'.'.repeat(60)}\n`).join('');

test('an output of 30,000 characters is shown whole', () => {
  const output = 'x'.repeat(30_000);
  expect(shownOutput(output, () => expect.unreachable())).toBe(output);
});

test.each<[string, Json, (next: number) => string]>([
  ['read_file', { path: 'a' }, (next) => `… lines ${next} to 1,875 of 2,000 left out; read_file with from: ${next} continues …`],
  [
    'read_file',
    { path: 'a', from: 601 },
    (next) => `… lines ${next + 600} to 2,475 of 2,600 left out; read_file with from: ${next + 600} continues …`,
  ],
  ['shell', { command: 'x' }, (next) => `… lines ${next} to 1,875 of 2,000 left out, 140,893 characters in all; pipe it through a filter`],
  ['grep', { pattern: 'x' }, () => '; a narrower pattern, root or glob finds fewer …'],
  ['unheard_of', null, () => '; pipe it through a filter'],
])('what is left out of %s %j is reported with how to read on', (tool, input, note) => {
  const shown = shownOutput(lines(2_000), (left) => leftOut(tool, input, left));
  const [head = '', tail = ''] = shown.split(/^… .* …$/m);
  expect(shown.replaceAll(/^line .*\n/gm, '')).toContain(note(head.split('\n').length));
  expect(shown.length).toBeLessThanOrEqual(30_000);
  expect(head.startsWith('line 1 ')).toBe(true);
  expect(tail.endsWith(`line 2000 ${'.'.repeat(60)}\n`)).toBe(true);
});

test('a line that is too long is counted in characters', () => {
  expect(shownOutput('x'.repeat(50_000), (left) => leftOut('read_file', { path: 'a' }, left))).toMatch(
    /\n… [\d,]+ characters of line 1 left out; shell with cut/,
  );
});

test('outputs that are handed on share a bounded room', () => {
  expect(handedOn('x'.repeat(30_000), 1)).toHaveLength(30_000);
  expect(handedOn('x'.repeat(50_000), 20).length).toBeLessThanOrEqual(6_000);
});
