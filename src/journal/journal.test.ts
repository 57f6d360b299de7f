import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { startChild } from '../../test/support/child.ts';
import { settings } from '../../test/support/parts.ts';
import { oneIn } from '../../test/support/sample.ts';
import { scratch } from '../../test/support/scratch.ts';
import { writerSuite } from '../../test/support/writer-suite.ts';
import type { TaskId } from '../contracts/ids.ts';
import type { Entry } from './entry.ts';
import { createJournal, journalPath, reopenJournal } from './files.ts';
import { readJournal } from './reader.ts';

const task = 'a-task' as TaskId;
const ts = '2026-01-02T03:04:05.678Z';

const open = (format = 1): Entry => ({
  kind: 'open',
  seq: 0,
  ts,
  format,
  task_id: task,
  artoo: 'test',
  settings,
});
const pause = (seq: number): Entry => ({ kind: 'pause', seq, ts, ms: seq });
const refusal = (seq: number, text: string): Entry => ({
  kind: 'refusal',
  seq,
  ts,
  from: 'R2',
  to: text,
  type: text,
  code: 'route_refused',
  detail: text,
});

async function written(data: string, entries: readonly Entry[]): Promise<string> {
  await using journal = createJournal(data, task);
  for (const entry of entries) journal.append(entry);
  await journal.sync();
  return journalPath(data, task);
}

test('what was appended is read back, whatever text it holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: anyCharacter }), { maxLength: 20 }), async (texts) => {
      const data = scratch();
      const entries = [open(), ...texts.map((text, at) => refusal(at + 1, text))];
      expect(await readJournal(await written(data, entries))).toMatchObject({ entries, torn: 0 });
    }),
    { numRuns: 30 / oneIn(3) },
  );
});

writerSuite(async () => {
  const data = scratch();
  return { writer: createJournal(data, task), path: journalPath(data, task), written: () => readFileSync(journalPath(data, task), 'utf8') };
});

test('a journal cut anywhere in its last line reads as if that line had never been', async () => {
  const data = scratch();
  const path = await written(data, [open(), refusal(1, 'whole'), refusal(2, 'gets torn: ü€𝄞')]);
  const bytes = readFileSync(path);
  const lastLine = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  for (let size = bytes.length - 1; size > lastLine; size -= oneIn(3)) {
    truncateSync(path, size);
    expect(await readJournal(path)).toEqual({ entries: [open(), refusal(1, 'whole')], whole: lastLine, torn: size - lastLine });
  }
});

test('a tail of zero bytes, as a power cut leaves it, is torn too', async () => {
  const path = await written(scratch(), [open()]);
  appendFileSync(path, Buffer.alloc(4096));
  expect(await readJournal(path)).toMatchObject({ entries: [open()], torn: 4096 });
});

test.each([
  ['is not JSON', 'rubbish', 'line 2 of'],
  ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'line 2 of'],
  [
    'is a message on no route',
    JSON.stringify({ kind: 'message', id: 'a-1', seq: 1, ts, task_id: task, from: 'User', to: 'R3', type: 'Cancel', payload: { why: '' } }),
    'line 2 of',
  ],
  ['is of an unknown kind', '{"kind":"surprise","seq":1}', 'line 2 of'],
  ['has a kind from the prototype', '{"kind":"constructor","seq":1}', 'line 2 of'],
  ['skips a place', JSON.stringify(pause(2)), 'line 2 of'],
  ['opens a second time', JSON.stringify({ ...open(), seq: 1 }), 'line 2 of'],
  [
    'is a message with a wrong payload',
    JSON.stringify({ kind: 'message', id: 'a-1', seq: 1, ts, task_id: task, from: 'User', to: 'R7', type: 'Cancel', payload: 3 }),
    'line 2 of',
  ],
])('a line in the middle that %s is named by its number', async (_, line, named) => {
  const path = await written(scratch(), [open()]);
  appendFileSync(path, line);
  appendFileSync(path, `\n${JSON.stringify(pause(2))}\n`);
  await expect(readJournal(path)).rejects.toMatchObject({ code: 'journal_corrupt', message: expect.stringContaining(named) });
});

test.each([
  ['an empty file', '', 'journal_empty'],
  ['a file with half a line', '{"kind":"op', 'journal_empty'],
  ['a file that starts in the middle', `${JSON.stringify(pause(0))}\n`, 'journal_corrupt'],
  ['a newer format, spaced out', '{ "kind": "open", "format": 99 }\n', 'journal_too_new'],
  ['a newer format', `${JSON.stringify({ ...open(99), another: 'shape' })}\n`, 'journal_too_new'],
])('%s is refused', async (_, text, code) => {
  const path = join(scratch(), 'x.jsonl');
  writeFileSync(path, text);
  await expect(readJournal(path)).rejects.toMatchObject({ code });
});

test('a journal that is not there is missing, not corrupt', async () => {
  await expect(readJournal(join(scratch(), 'none.jsonl'))).rejects.toMatchObject({ code: 'journal_missing' });
  expect(() => reopenJournal(scratch(), task)).toThrow(expect.objectContaining({ code: 'journal_missing' }));
});

test('a reopened journal drops its torn tail and continues after the last whole line', async () => {
  const data = scratch();
  const path = await written(data, [open()]);
  appendFileSync(path, '{"kind":"pau');
  const { torn, writer } = reopenJournal(data, task);
  expect(torn).toBe(12);
  writer.append(pause(1));
  await writer.close();
  expect(await readJournal(path)).toMatchObject({ entries: [open(), pause(1)], torn: 0 });
});

test('a second journal of the same task is refused, and so is a data folder that cannot be', () => {
  const data = scratch();
  void createJournal(data, task).close();
  expect(() => createJournal(data, task)).toThrow(expect.objectContaining({ code: 'journal_exists' }));
  writeFileSync(join(data, 'file'), '');
  expect(() => createJournal(join(data, 'file'), task)).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
});

test('a data folder where nothing can be created is refused, and does not hang', () => {
  expect(() => createJournal('/proc/nowhere/data', task)).toThrow(expect.objectContaining({ code: 'data_unwritable' }));
});

test('a journal that was closed takes no more, and never writes to whatever has its place now', async () => {
  const data = scratch();
  const journal = createJournal(data, task);
  journal.append(open());
  await journal.close();
  const path = join(data, 'other');
  const fd = openSync(path, 'w');
  journal.append(refusal(1, 'late'));
  expect(() => journal.flush()).toThrow(expect.objectContaining({ code: 'journal_unwritable' }));
  expect(statSync(path).size).toBe(0);
  closeSync(fd);
  expect((await readJournal(journalPath(data, task))).entries).toEqual([open()]);
});

test('only the owner can read journals', async () => {
  const data = scratch();
  const path = await written(data, [open()]);
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(statSync(join(data, 'tasks')).mode & 0o077).toBe(0);
});

test('a journal that another process is writing cannot be reopened until that process is gone', async () => {
  const data = scratch();
  const child = await startChild('holds-journal.ts', [data, task]);
  await child.line('ready');
  expect(() => reopenJournal(data, task)).toThrow(expect.objectContaining({ code: 'journal_locked' }));
  await child.kill('SIGKILL');
  const { tape, writer } = reopenJournal(data, task);
  expect(tape.peek()?.entry()).toMatchObject({ kind: 'open' });
  await writer.close();
});

test('a disk that fills in the middle of a batch leaves whole lines only, and says so', async () => {
  const data = scratch();
  mkdirSync(data, { recursive: true });
  const child = await startChild('fills-disk.ts', [data, task], { fileLimitKiB: 64 });
  expect(await child.line('journal_unwritable')).toBe('journal_unwritable');
  const { entries, torn } = await readJournal(journalPath(data, task));
  expect(torn).toBe(0);
  expect(entries.length).toBeGreaterThan(1);
});
