/** What every writer of a journal does, whether it writes only to a file or to a bus. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TaskId } from '../../src/contracts/ids.ts';
import type { Entry } from '../../src/journal/entry.ts';
import { readJournal } from '../../src/journal/reader.ts';
import type { JournalWriter } from '../../src/journal/writer.ts';
import { settings } from './parts.ts';

export type WrittenJournal = {
  readonly writer: JournalWriter;
  /** The file. */
  readonly path: string;
  /** All entries that have been stored: in the file, or on the bus. */
  readonly written: () => string | Promise<string>;
};

const ts = '2026-01-02T03:04:05.678Z';
export const suiteTask = 'a-task' as TaskId;
export const openEntry: Entry = { kind: 'open', seq: 0, ts, format: 4, task_id: suiteTask, artoo: 'test', settings };
export const refusalAt = (seq: number, detail: string): Entry => ({
  kind: 'refusal',
  seq,
  ts,
  from: 'R2',
  to: 'R3',
  type: 't',
  code: 'route_refused',
  detail,
});

export function writerSuite(open: () => Promise<WrittenJournal>): void {
  test('nothing is written before a flush, and everything is once it is over', async () => {
    const { writer, path, written } = await open();
    await using _ = writer;
    writer.append(openEntry);
    expect([await written(), readFileSync(path, 'utf8')]).toEqual(['', '']);
    await writer.flush();
    expect((await readJournal(path)).entries).toEqual([openEntry]);
    expect(await written()).toBe(readFileSync(path, 'utf8'));
  });

  test('entries keep their order however many flushes are under way at once', async () => {
    const { writer, path, written } = await open();
    await using _ = writer;
    const entries = [openEntry, ...Array.from({ length: 30 }, (_, at) => refusalAt(at + 1, `entry ${at} ü€𝄞`))];
    const flushes = entries.map((entry) => {
      writer.append(entry);
      return writer.flush();
    });
    await Promise.all(flushes);
    expect((await readJournal(path)).entries).toEqual(entries);
    expect(await written()).toBe(readFileSync(path, 'utf8'));
  });

  test('a sync waits for every flush before it', async () => {
    const { writer, path } = await open();
    await using _ = writer;
    writer.append(openEntry);
    void writer.flush();
    writer.append(refusalAt(1, 'last'));
    await writer.sync();
    expect((await readJournal(path)).entries).toHaveLength(2);
  });

  test('a batch of megabytes arrives whole', async () => {
    const { writer, path, written } = await open();
    await using _ = writer;
    writer.append(openEntry);
    for (let seq = 1; seq < 4; seq += 1) writer.append(refusalAt(seq, 'ü'.repeat(700_000)));
    await writer.flush();
    expect((await readJournal(path)).entries).toHaveLength(4);
    expect((await written()) === readFileSync(path, 'utf8')).toBe(true);
  });

  test('what was appended is written when it is closed, and later nothing is', async () => {
    const { writer, path } = await open();
    writer.append(openEntry);
    await writer.close();
    writer.append(refusalAt(1, 'late'));
    await expect((async () => writer.flush())()).rejects.toMatchObject({ code: 'journal_unwritable' });
    expect((await readJournal(path)).entries).toEqual([openEntry]);
  });
}
