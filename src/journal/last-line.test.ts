import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { lastLine } from './last-line.ts';
import { maxLineBytes } from './stream.ts';

function holding(text: string): number {
  const path = join(scratch(), 'x.jsonl');
  writeFileSync(path, text);
  const fd = openSync(path, 'r+');
  onTestFinished(() => closeSync(fd));
  return fd;
}

const long = 'x'.repeat(300_000);

test.each([
  ['nothing', '', 0, ''],
  ['a torn line alone', 'half', 0, ''],
  ['one line', 'one\n', 4, 'one'],
  ['an empty line', '\n', 1, ''],
  ['an empty last line', 'one\n\n', 5, ''],
  ['a torn line behind whole ones', 'one\ntwo\nhal', 8, 'two'],
  ['a line longer than one look', `one\n${long}\n`, 300_005, long],
  ['a torn line longer than one look', `one\n${long}`, 4, 'one'],
  [
    'a line that begins where a look does',
    `${'y'.repeat((1 << 15) - 1)}\n${'z'.repeat((1 << 15) - 1)}\n`,
    1 << 16,
    'z'.repeat((1 << 15) - 1),
  ],
])('of %s, the last whole line is found', (_, text, whole, line) => {
  const found = lastLine(holding(text));
  expect([found.whole, found.line.toString()]).toEqual([whole, line]);
});

test.each([
  ['a line', `one\n${long}\n`],
  ['what is torn', `one\n${long}`],
])('%s that is longer than any is an error that says so', (_, text) => {
  expect(() => lastLine(holding(text), 200_000)).toThrow(
    expect.objectContaining({ code: 'journal_corrupt', message: expect.stringContaining('200000 bytes') }),
  );
});

test('a file of gigabytes without a line is given up, in little memory', () => {
  const fd = holding('one\n');
  ftruncateSync(fd, 3 * 2 ** 30); // a sparse file takes no space on disk
  expect(() => lastLine(fd)).toThrow(expect.objectContaining({ code: 'journal_corrupt' }));
  ftruncateSync(fd, maxLineBytes);
  expect(lastLine(fd)).toMatchObject({ whole: 4 });
});
