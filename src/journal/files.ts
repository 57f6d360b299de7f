/** Where journals lie and who may write them: one process at a time, by a lock of the operating system that dies with its holder. */
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { type JournalText, readJournal } from './reader.ts';
import { type JournalWriter, writeJournal } from './writer.ts';

export const journalPath = (data: string, task: TaskId): string => join(data, 'tasks', `${task}.jsonl`);

/** A new journal. Throws `data_unwritable` or, when there is one already, `journal_exists`. */
export function createJournal(data: string, task: TaskId): JournalWriter {
  const path = journalPath(data, task);
  const { O_CREAT, O_EXCL, O_RDWR, O_APPEND } = constants;
  const fd = attempt(data, path, () => {
    makeFolder(join(data, 'tasks'));
    return openSync(path, O_CREAT | O_EXCL | O_RDWR | O_APPEND, 0o600);
  });
  try {
    lock(fd, path);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return writeJournal(fd, 0, path);
}

/** An existing journal to go on with: its entries, and a writer that starts behind its last whole line. */
export async function reopenJournal(data: string, task: TaskId): Promise<{ text: JournalText; writer: JournalWriter }> {
  const path = journalPath(data, task);
  const fd = attempt(data, path, () => openSync(path, constants.O_RDWR | constants.O_APPEND));
  try {
    lock(fd, path);
    const text = await readJournal(path);
    if (fstatSync(fd).size > text.whole) ftruncateSync(fd, text.whole);
    return { text, writer: writeJournal(fd, text.whole, path) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Folder by folder: a recursive `mkdirSync` never returns where folders vanish as they are made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function attempt(data: string, path: string, open: () => number): number {
  try {
    return open();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'EEXIST') throw new ArtooError('journal_exists', `${path} is there already`, { cause });
    if (code === 'ENOENT' && existsSync(data)) throw new ArtooError('journal_missing', `there is no ${path}`, { cause });
    throw new ArtooError('data_unwritable', `cannot write to ${data}: ${code ?? cause}`, { cause });
  }
}

function lock(fd: number, path: string): void {
  let mine: boolean;
  try {
    mine = tryLock(fd);
  } catch (cause) {
    throw new ArtooError('data_unwritable', `the file system of ${path} has no locks`, { cause });
  }
  if (!mine) throw new ArtooError('journal_locked', `another process is writing ${path}`);
}
