import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { journalText } from '../../test/support/ended-journal.ts';
import { scratch } from '../../test/support/scratch.ts';
import { gunzip } from './gunzip.ts';
import { type JournalLine, streamJournal } from './stream.ts';

const text = journalText('x', { bytes: 100_000, at: new Date(0) }); // the same bytes in every run
const lines = text.split('\n').slice(0, -1);
const packed = gzipSync(text);

function file(bytes: Buffer, name = 'x.jsonl.gz'): string {
  const path = join(scratch(), name);
  writeFileSync(path, bytes);
  return path;
}

/** Every line that was yielded, and the error that was thrown at the end. */
async function streamed(path: string, longest?: number): Promise<{ given: readonly JournalLine[]; error?: unknown }> {
  const given: JournalLine[] = [];
  try {
    for await (const line of streamJournal(path, longest === undefined ? {} : { longest })) given.push(line);
    return { given };
  } catch (error) {
    return { given, error };
  }
}

const textsOf = (given: readonly JournalLine[]): readonly string[] => given.flatMap((line) => ('text' in line ? [line.text] : []));

test('a compressed journal comes as its own lines', async () => {
  const { given, error } = await streamed(file(packed));
  expect(error).toBeUndefined();
  expect(textsOf(given)).toEqual(lines);
  expect(given.reduce((sum, line) => sum + ('bytes' in line ? line.bytes : 0), 0)).toBe(Buffer.byteLength(text));
});

test('it is found by the name that it had before, and only where there is none of that name', async () => {
  const path = file(packed);
  expect(textsOf((await streamed(path.replace(/\.gz$/, ''))).given)).toEqual(lines);
  writeFileSync(path.replace(/\.gz$/, ''), journalText('x'));
  expect((await streamed(path.replace(/\.gz$/, ''))).given).toHaveLength(3);
  expect((await streamed(join(scratch(), 'none.jsonl.gz'))).error).toMatchObject({ code: 'journal_missing' });
});

const flipped = (at: number): Buffer => {
  const bytes = Buffer.from(packed);
  bytes.writeUInt8((bytes[at] ?? 0) ^ 0xff, at);
  return bytes;
};

describe('damage is named by the line up to which it could be read', () => {
  test.each([
    ['cut in half', packed.subarray(0, packed.length >> 1), 10],
    ['without its last byte', packed.subarray(0, -1), lines.length],
    ['only the head', packed.subarray(0, 10), 0],
    ['empty', Buffer.alloc(0), 0],
    ['not compressed at all', Buffer.from(text), 0],
    ['another byte in the middle', flipped(packed.length >> 1), 10],
    ['another checksum', flipped(packed.length - 8), 10],
    ['another length', flipped(packed.length - 1), 10],
    ['rubbish behind it', Buffer.concat([packed, Buffer.from('rubbish')]), 10],
    ['zeros behind it', Buffer.concat([packed, Buffer.alloc(9)]), lines.length],
    ['many zeros behind it', Buffer.concat([packed, Buffer.alloc(100_000)]), lines.length],
    ['zeros and rubbish behind it', Buffer.concat([packed, Buffer.alloc(20_000), Buffer.from('rubbish')]), lines.length],
    ['a second one behind it', Buffer.concat([packed, packed]), lines.length],
  ])('%s', async (name, bytes, least) => {
    const path = file(bytes);
    const { given, error } = await streamed(path);
    expect(error).toMatchObject({
      code: 'journal_corrupt',
      message: expect.stringContaining(`line ${textsOf(given).length + 1} of ${path}: `),
    });
    expect(given.length).toBeGreaterThanOrEqual(least);
    // A changed byte may pass for other text: only the checksum shows whether what follows is good.
    const sound = name === 'another byte in the middle' ? least : given.length;
    expect(textsOf(given).slice(0, sound)).toEqual(lines.slice(0, sound));
  });

  test('wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, isCut) => {
        const bytes = Buffer.from(isCut ? packed.subarray(0, at) : packed);
        if (!isCut) bytes.writeUInt8((bytes[at] ?? 0) ^ by, at);
        const { given, error } = await streamed(file(bytes));
        if (isCut) expect(textsOf(given)).toEqual(lines.slice(0, textsOf(given).length));
        const isInHead = at >= 3 && at < 10; // hints, a time and a machine, which do not affect the rest
        const isPadded = at === packed.length - 9; // the last bits before the checksum fill up a byte
        if (isCut || !(isInHead || isPadded)) expect(error).toMatchObject({ code: expect.stringMatching(/^journal_(corrupt|empty)$/) });
      }),
      { numRuns: 60 },
    );
  });
});

test('a line that unpacks to more than any entry holds is named without being kept', async () => {
  const open = lines[0] ?? '';
  const part = gzipSync(Buffer.alloc(10_000_000, 'x'));
  const bomb = Buffer.concat([gzipSync(`${open}\n`), ...Array.from({ length: 40 }, () => part)]);
  expect(bomb.length).toBeLessThan(1_000_000);
  const path = file(bomb);
  const before = process.memoryUsage().rss;
  const { given, error } = await streamed(path, 8_000_000);
  expect(given).toHaveLength(1);
  expect(error).toMatchObject({ code: 'journal_corrupt', message: expect.stringContaining('line 2 of') });
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
});

test('a torn last line is reported as in a plain journal', async () => {
  const { given } = await streamed(file(gzipSync(`${journalText('x', { isOver: false })}{"kind":"pau`)));
  expect(given.at(-1)).toEqual({ torn: 12 });
});

test('a reader that stops leaves nothing open', async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (;;) yield packed.subarray(0, 100);
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of gunzip(source())) break;
  expect(isClosed).toBe(true);
});

test('what the source throws is thrown on', async () => {
  async function* source() {
    yield packed.subarray(0, 100);
    throw new Error('the disk is gone');
  }
  const read = async () => {
    for await (const _ of gunzip(source()));
  };
  await expect(read()).rejects.toThrow('the disk is gone');
});
