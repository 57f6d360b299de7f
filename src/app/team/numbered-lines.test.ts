import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gateOf } from '../../../test/support/reading-gate.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { createReadFile } from '../../tools/read-file.ts';
import type { Tool, ToolContext } from '../../tools/tool.ts';
import { numbered, numberingLines } from './numbered-lines.ts';

test.each([
  ['a\nb\n', 1, '1\ta\n2\tb\n'],
  ['b', 2, '2\tb'],
  ['', 1, ''],
  ['\n\n', 9, '9\t\n10\t\n'],
  [
    'a\n… the file has 90 lines; read_file with from: 2 continues …',
    1,
    '1\ta\n… the file has 90 lines; read_file with from: 2 continues …',
  ],
])('%j from line %i is %j', (text, from, expected) => expect(numbered(text, from)).toBe(expected));

test('a file that is read from a line on has the numbers of its own lines, and one that cannot be read none', async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\nthree\n');
  const readFile = numberingLines(createReadFile(gateOf({ home: cwd })) as Tool); // the toolbox parses its input
  const context = { cwd, workspace: cwd, signal: new AbortController().signal, call: { task_id: 't', key: 'k' } } as ToolContext; // the only fields that it reads
  expect(await readFile.run({ path: 'a.txt', from: 2 }, context)).toMatchObject({ ok: true, output: '2\ttwo\n3\tthree\n' });
  expect(await readFile.run({ path: 'b.txt' }, context)).toMatchObject({ ok: false, output: '' });
});
