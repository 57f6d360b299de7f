import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { fileLines } from './file-lines.ts';

async function linesOf(content: string | Buffer, maxBytes = 1_000): Promise<readonly string[]> {
  const path = join(scratch(), 'file');
  writeFileSync(path, content);
  await using file = await open(path);
  const read = async () => {
    const lines: string[] = [];
    for await (const { number, text } of fileLines(file, maxBytes)) lines.push(`${number} ${text}`);
    return lines;
  };
  const first = await read();
  expect(await read()).toEqual(first); // from the beginning again
  return first;
}

test.each<[string, string, string[]]>([
  ['with an end after each', 'a\nb\n', ['1 a', '2 b']],
  ['without an end after the last', 'a\nb', ['1 a', '2 b']],
  ['with ends of another system', 'a\r\nb\r\n', ['1 a', '2 b']],
  ['behind a byte order mark', '\uFEFFa\nb', ['1 a', '2 b']],
  ['among empty ones, which count', '\n \na\n\n\nb\n\n', ['3 a', '6 b']],
  ['of an empty file', '', []],
  ['with separators that end no line', 'a\u2028b\n', ['1 a\u2028b']],
])('lines %s', async (_, content, lines) => {
  expect(await linesOf(content)).toEqual(lines);
});

test.each<[string, string | Buffer, RegExp]>([
  ['too long', `a\n${'x'.repeat(1_001)}\n`, /^line 2: it is longer than/],
  ['too long, at the end', `a\n${'x'.repeat(1_001)}`, /^line 2: it is longer than/],
  ['far too long, and never ends', 'x'.repeat(2_000_000), /^line 1: it is longer than/],
  ['no UTF-8', Buffer.from([0x61, 0x0a, 0xff, 0x0a]), /^line 2: it is not UTF-8/],
])('a line that is %s is refused', async (_, content, message) => {
  await expect(linesOf(content)).rejects.toMatchObject({ code: 'memory_refused', message: expect.stringMatching(message) });
});

test('however they fall into chunks', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200_000 }).map((text) => `${text.replaceAll(/[\r\n\uFEFF]/g, '')}.`);
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      expect(await linesOf(lines.join('\n'), 10_000_000)).toEqual(lines.map((text, at) => `${at + 1} ${text}`));
    }),
    { numRuns: 20 },
  );
});
