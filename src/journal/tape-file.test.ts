import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { goldenNames, goldenPath } from '../../test/support/golden-entries.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Entry } from './entry.ts';
import { createJournal, journalPath } from './files.ts';
import { headOf } from './line.ts';
import { readJournal } from './reader.ts';
import { isGiven, type Tape, tapeBefore, tapeOf } from './tape.ts';
import { openTape } from './tape-file.ts';

/** Everything on a tape. */
function readAll(tape: Tape): readonly Entry[] {
  const entries: Entry[] = [];
  for (let next = tape.peek(); next; next = tape.peek()) {
    entries.push(next.entry());
    expect(next).toMatchObject({ given: isGiven(next.entry()), ts: next.entry().ts });
    tape.advance();
  }
  return entries;
}

/** A golden journal as our own writer writes it. */
async function written(name: string): Promise<{ readonly path: string; readonly entries: readonly Entry[] }> {
  const data = scratch();
  const { entries } = await readJournal(goldenPath(name));
  const journal = createJournal(data, 'x' as TaskId);
  for (const entry of entries) journal.append(entry);
  await journal.close();
  return { path: journalPath(data, 'x' as TaskId), entries };
}

describe.each(goldenNames)('the journal %s as a tape', (name) => {
  test('says what its file says', async () => {
    using tape = await openTape(goldenPath(name));
    expect(readAll(tape)).toEqual((await readJournal(goldenPath(name))).entries);
    expect(tape.peek()).toBeUndefined();
  });

  test('knows its own entries by their lines, and no others', async () => {
    const { path, entries } = await written(name);
    using tape = await openTape(path);
    for (const entry of entries) {
      const next = tape.peek();
      expect(next?.is(entry)).toBe(true);
      expect(next?.is({ ...entry, ts: '2000-01-01T00:00:00.000Z' })).toBe(false);
      tape.advance();
    }
  });

  test('is the same when it is compressed, by either name', async () => {
    const folder = scratch();
    const [plain, packed] = [join(folder, 'x.jsonl'), join(folder, 'x.jsonl.gz')];
    writeFileSync(packed, gzipSync(readFileSync(goldenPath(name))));
    for (const path of [plain, packed]) {
      using tape = await openTape(path);
      expect(readAll(tape)).toEqual((await readJournal(goldenPath(name))).entries);
    }
  });

  test('has heads that tell kind, time and sender without being read', async () => {
    const { path, entries } = await written(name);
    const heads = readFileSync(path, 'utf8').trimEnd().split('\n').map(headOf);
    const expected = entries.map((entry) => ({
      kind: entry.kind,
      seq: entry.seq,
      ts: entry.ts,
      from: entry.kind === 'message' || entry.kind === 'refusal' ? entry.from : undefined,
      type: entry.kind === 'message' ? entry.type : undefined,
    }));
    expect(heads).toEqual(expected);
  });
});

test('a tape in memory can be cut at any place', async () => {
  const { entries } = await readJournal(goldenPath('first-task'));
  for (let seq = 0; seq <= entries.length; seq += 1) expect(readAll(tapeBefore(seq, tapeOf(entries)))).toEqual(entries.slice(0, seq));
});

describe('a tape ends', () => {
  test('before a torn line', async () => {
    const { path, entries } = await written('first-task');
    appendFileSync(path, '{"kind":"pau');
    using tape = await openTape(path);
    expect(() => readAll(tape)).not.toThrow();
    using again = await openTape(path);
    expect(readAll(again)).toEqual(entries);
  });

  test('where the file ended when it was opened, whatever is appended since', async () => {
    const folder = scratch();
    const path = join(folder, 'x.jsonl');
    const [open = '', goal = '', third = ''] = readFileSync(goldenPath('first-task'), 'utf8').split('\n');
    writeFileSync(path, `${open}\n${goal}\n`);
    using tape = await openTape(path);
    appendFileSync(path, `${third}\n`);
    expect(readAll(tape)).toHaveLength(2);
  });
});

const lines = (): string[] => readFileSync(goldenPath('first-task'), 'utf8').trimEnd().split('\n');
const damage: readonly [string, (lines: string[]) => void, RegExp][] = [
  ['a line that is not JSON', (all) => all.splice(5, 1, '{"kind":'), /line 6 .*not JSON/],
  [
    'an unknown kind',
    (all) => all.splice(5, 1, '{"kind":"dream","seq":5,"ts":"2026-01-01T00:00:00.000Z"}'),
    /line 6 .*unknown kind "dream"/,
  ],
  ['a line that is missing', (all) => all.splice(5, 1), /line 6 .*seq is 6, but 5 was expected/],
  ['a second beginning', (all) => all.splice(1, 1, all[0]?.replace('"seq":0', '"seq":1') ?? ''), /line 2 .*one open entry/],
  ['an entry after the end', (all) => all.push('{"kind":"pause","seq":999,"ts":"2026-01-01T00:00:00.000Z","ms":1}'), /after the end/],
  [
    'a route that does not exist',
    (all) => all.splice(1, 1, all[1]?.replace('"to":"R1"', '"to":"R7"') ?? ''),
    /line 2 .*may not go User→R7/,
  ],
];

test.each(damage)('%s is found where it is, and named by its line', async (_, harm, expected) => {
  const path = join(scratch(), 'x.jsonl');
  const all = lines();
  harm(all);
  writeFileSync(path, `${all.join('\n')}\n`);
  using tape = await openTape(path);
  expect(() => readAll(tape)).toThrow(expect.objectContaining({ code: 'journal_corrupt', message: expect.stringMatching(expected) }));
});

test('bytes that are not text are found', async () => {
  const path = join(scratch(), 'x.jsonl');
  writeFileSync(path, Buffer.concat([Buffer.from(`${lines()[0]}\n`), Buffer.from([0xff, 0xfe, 10])]));
  using tape = await openTape(path);
  expect(() => readAll(tape)).toThrow(expect.objectContaining({ code: 'journal_corrupt', message: expect.stringContaining('not UTF-8') }));
});

test('a newer format is refused before anything of it is read', async () => {
  const path = join(scratch(), 'x.jsonl');
  writeFileSync(path, '{ "format": 99, "something": "else" }\n');
  using tape = await openTape(path);
  expect(() => tape.peek()).toThrow(expect.objectContaining({ code: 'journal_too_new' }));
});

test.each<[string, Buffer]>([
  ['cut off', gzipSync(readFileSync(goldenPath('first-task'))).subarray(0, 900)],
  ['none at all', Buffer.from('not compressed')],
])('a compressed journal that is %s is refused', async (_, bytes) => {
  const path = join(scratch(), 'x.jsonl.gz');
  writeFileSync(path, bytes);
  await expect(openTape(path)).rejects.toMatchObject({ code: 'journal_corrupt' });
});

test('a journal that is not there is missing', async () => {
  await expect(openTape(join(scratch(), 'x.jsonl'))).rejects.toMatchObject({ code: 'journal_missing' });
});
