import { appendFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../../test/support/parts.ts';
import { scratch } from '../../test/support/scratch.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Entry } from './entry.ts';
import { createJournal, journalPath } from './files.ts';
import { readJournal } from './reader.ts';
import { type JournalLine, streamJournal } from './stream.ts';

const task = 'a-task' as TaskId;
const ts = '2026-01-02T03:04:05.678Z';
const open: Entry = { kind: 'open', seq: 0, ts, format: 1, task_id: task, artoo: 'test', settings };
const pause = (seq: number): Entry => ({ kind: 'pause', seq, ts, ms: seq });

async function written(entries: readonly Entry[]): Promise<string> {
  const data = scratch();
  await using journal = createJournal(data, task);
  for (const entry of entries) journal.append(entry);
  await journal.sync();
  return journalPath(data, task);
}

function file(text: string | Buffer): string {
  const path = join(scratch(), 'x.jsonl');
  writeFileSync(path, text);
  return path;
}

/** Every line that was yielded, and the code and message of the error that was thrown at the end. */
async function streamed(path: string, longest?: number) {
  const lines: JournalLine[] = [];
  try {
    for await (const line of streamJournal(path, longest === undefined ? {} : { longest })) lines.push(line);
    return { lines };
  } catch (error) {
    return { lines, error };
  }
}

test('a journal of any size comes as its own lines and what they say', async () => {
  const entries = [open, ...Array.from({ length: 5_000 }, (_, at) => pause(at + 1))];
  const path = await written(entries);
  const { lines } = await streamed(path);
  expect(lines).toEqual(entries.map((entry) => ({ entry, text: JSON.stringify(entry), bytes: JSON.stringify(entry).length + 1 })));
});

test('what is written while it is read comes too, once the reader gets there', async () => {
  const path = await written([open, ...Array.from({ length: 10_000 }, (_, at) => pause(at + 1))]);
  const seqs: number[] = [];
  for await (const line of streamJournal(path)) {
    if ('torn' in line) continue;
    if (line.entry.seq === 1) appendFileSync(path, `${JSON.stringify(pause(10_001))}\n`);
    seqs.push(line.entry.seq);
  }
  expect(seqs).toEqual(Array.from({ length: 10_002 }, (_, at) => at));
});

test('others continue while journals are read', async () => {
  const path = await written([open, pause(1)]);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  });
  for (let at = 0; at < 1_000 && turns === 0; at += 1) await streamed(path);
  clearInterval(turning);
  expect(turns).toBe(1);
});

test('a torn last line is reported by its size', async () => {
  const path = await written([open, pause(1)]);
  appendFileSync(path, '{"kind":"pau');
  expect((await streamed(path)).lines.map((line) => ('torn' in line ? line : line.entry))).toEqual([open, pause(1), { torn: 12 }]);
});

test.each([
  ['is not JSON', 'rubbish'],
  ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['is of an unknown kind', '{"kind":"surprise","seq":2}'],
  ['skips a place', JSON.stringify(pause(7))],
  ['opens a second time', JSON.stringify({ ...open, seq: 2 })],
])('a line that %s is named, after everything before it was given, in the words of the reader', async (_, line) => {
  const path = await written([open, pause(1)]);
  appendFileSync(path, line);
  appendFileSync(path, `\n${JSON.stringify(pause(3))}\n`);
  const { lines, error } = await streamed(path);
  expect(lines).toHaveLength(2);
  expect(error).toMatchObject({ code: 'journal_corrupt', message: expect.stringContaining(`line 3 of ${path}`) });
  const same = await readJournal(path).catch((thrown) => thrown);
  expect((error as Error).message).toBe(same.message);
});

test('a line that is longer than any entry is named without being kept', async () => {
  const path = await written([open, { kind: 'halt', seq: 1, ts, code: 'stalled', detail: 'x'.repeat(1_000_000) }]);
  expect((await streamed(path, 500_000)).error).toMatchObject({ code: 'journal_corrupt', message: expect.stringContaining('line 2 of') });
});

test.each([
  ['an empty file', file, '', 'journal_empty'],
  ['half a line', file, '{"kind":"op', 'journal_empty'],
  ['a start in the middle', file, `${JSON.stringify(pause(0))}\n`, 'journal_corrupt'],
  ['a newer format', file, '{ "kind": "open", "format": 99 }\n', 'journal_too_new'],
  ['no file', (text: string) => join(scratch(), text), 'none.jsonl', 'journal_missing'],
])('%s is refused', async (_, place, text, code) => {
  expect(await streamed(place(text))).toMatchObject({ lines: [], error: { code } });
});

test('a file that cannot be read is an error of ours', async () => {
  const path = join(scratch(), 'loop.jsonl');
  symlinkSync(path, path);
  expect((await streamed(path)).error).toMatchObject({ code: 'journal_unreadable' });
});
