import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../../test/support/scratch.ts';
import { appendEntry, createEntryReader, lastEntry, readEntries } from './journal.ts';
import { archiveJournal } from './journal-parts.ts';

const now = new Date('2026-11-18T12:00:00Z');
const newJournal = () => join(scratch(), 'journal.jsonl');
const append = (path: string, ...names: readonly string[]) =>
  names.map((of) => appendEntry(path, { kind: 'outcome', of, detail: '', after: '' }, now).seq);
const seqs = (lines: readonly { readonly seq: number }[]) => lines.map(({ seq }) => seq);

test('a journal continues after it was archived: its numbers, its last entry and all of it', () => {
  const path = newJournal();
  append(path, 'a', 'b');
  archiveJournal(path, 2);
  expect(lastEntry(path)).toMatchObject({ seq: 2, of: 'b' });
  expect(append(path, 'c')).toEqual([3]);
  archiveJournal(path, 3);
  expect(append(path, ...'defghijk')).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  archiveJournal(path, 11); // sorted by number: after 3, not after 1
  append(path, 'l');
  expect(seqs(readEntries(path))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('one that was cut off between its move and its new file continues as well', () => {
  const path = newJournal();
  append(path, 'a', 'b');
  archiveJournal(path, 2);
  rmSync(path);
  expect(lastEntry(path)).toMatchObject({ seq: 2 });
  expect(seqs(readEntries(path))).toEqual([1, 2]);
  expect(append(path, 'c')).toEqual([3]);
});

test('a reader gets every entry once, whatever was archived between two looks', () => {
  const path = newJournal();
  const reader = createEntryReader(path);
  expect(reader.more()).toEqual([]);
  append(path, 'a', 'b');
  expect(seqs(reader.more())).toEqual([1, 2]);
  append(path, 'c');
  archiveJournal(path, 3);
  append(path, 'd');
  archiveJournal(path, 4);
  append(path, 'e', 'f', 'g', 'h');
  expect(seqs(reader.more())).toEqual([3, 4, 5, 6, 7, 8]);
  archiveJournal(path, 8);
  renameSync(path, `${path}.away`);
  expect(reader.more()).toEqual([]);
  append(path, 'i');
  expect(seqs(reader.more())).toEqual([9]);
  expect(reader.more()).toEqual([]);
});
