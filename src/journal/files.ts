/** Where journals are and who may write them: one process at a time, under a lock of the operating system that is released when its holder ends. */
import { closeSync, constants, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import type { TaskId } from '../contracts/ids.ts';
import { lastLine } from './last-line.ts';
import { headOf } from './line.ts';
import { placeNew } from './place-new.ts';
import type { Tape } from './tape.ts';
import { tapeIn } from './tape-file.ts';
import { type JournalFile, type JournalWriter, journalFile, type WriteTo, writeToFile } from './writer.ts';

export const journalPath = (data: string, task: TaskId): string => join(data, 'tasks', `${task}.jsonl`);

/** The path of a journal once it is compressed. */
export const compressedPath = (path: string): string => `${path}.gz`;

/** Creates a journal. Throws `data_unwritable` or, if the journal exists, `journal_exists`. */
export function createJournal(data: string, task: TaskId, writeTo: WriteTo = writeToFile): JournalWriter {
  const path = journalPath(data, task);
  mustBeMissing(compressedPath(path));
  return createAt(data, path, writeTo); // fails if the file exists
}

function mustBeNew(path: string): void {
  mustBeMissing(path);
  mustBeMissing(compressedPath(path));
}

function mustBeMissing(path: string): void {
  if (existsSync(path)) throw new ArtooError('journal_exists', `${path} already exists`);
}

function createAt(data: string, path: string, writeTo: WriteTo): JournalWriter {
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
  return writeTo(journalFile(fd, 0, path));
}

/** An existing journal to continue: its tape, a writer that starts after its last complete line, and how many bytes of a torn line were cut off. */
export type Reopened = { readonly tape: Tape; readonly writer: JournalWriter; readonly torn: number };

/**
 * Opens a journal to continue it. Throws `task_over`, `journal_locked`, `journal_empty`, `journal_missing` or `data_unwritable`, in which case
 * nothing is changed.
 */
export function reopenJournal(data: string, task: TaskId): Reopened {
  const path = journalPath(data, task);
  if (!existsSync(path) && existsSync(compressedPath(path))) throw over(task);
  const fd = attempt(data, path, () => openSync(path, constants.O_RDWR | constants.O_APPEND));
  try {
    if (!fstatSync(fd).isFile()) throw new ArtooError('journal_corrupt', `${path} is not a file`);
    lock(fd, path);
    const { whole, line } = lastLine(fd);
    if (whole === 0) throw new ArtooError('journal_empty', `${path} has no entries`);
    if (headOf(line.toString())?.type === 'FinalResult') throw over(task);
    const torn = fstatSync(fd).size - whole;
    const tape = tapeIn(fd, path);
    mustBeOf(task, tape, path);
    mustBeHere(task, tape);
    if (torn > 0) ftruncateSync(fd, whole);
    return { tape, writer: writeToFile(journalFile(fd, whole, path)), torn };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Makes the writer of a journal whose file may lag behind a second copy of it: completes the file first. */
export type CompleteFile = (file: JournalFile) => Promise<WriteTo>;

/** Like `reopenJournal`, for a journal with a second copy, which may be the only one left. Also rejects whenever `complete` does. */
export async function completeJournal(data: string, task: TaskId, complete: CompleteFile): Promise<Reopened> {
  const path = journalPath(data, task);
  if (existsSync(compressedPath(path))) throw over(task);
  const isNew = !existsSync(path);
  const fd = attempt(data, path, () => {
    makeFolder(join(data, 'tasks'));
    return openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
  });
  try {
    lock(fd, path);
    const { whole, line: end } = lastLine(fd);
    if (headOf(end.toString())?.type === 'FinalResult') throw over(task); // even if the log has changed since
    const torn = fstatSync(fd).size - whole;
    if (torn > 0) ftruncateSync(fd, whole);
    const file = journalFile(fd, whole, path);
    const writeTo = await complete(file);
    const { line } = lastLine(fd);
    const last = headOf(line.toString());
    if (file.size === 0) throw new ArtooError('journal_missing', `there is no journal of ${task}`);
    if (last?.type === 'FinalResult') throw over(task);
    const tape = tapeIn(fd, path);
    mustBeOf(task, tape, path);
    if (isNew) mustHaveBegun(task, tape, last?.seq ?? 0);
    return { tape, writer: writeTo(file), torn };
  } catch (error) {
    if (isNew) rmSync(path, { force: true }); // a task that is not continued here leaves no journal
    closeSync(fd);
    throw error;
  }
}

/** Refuses a copy under another name: resuming it would do everything a second time. */
function mustBeOf(task: TaskId, tape: Tape, path: string): void {
  const open = tape.peek()?.entry();
  if (open?.kind === 'open' && open.task_id !== task)
    throw new ArtooError('journal_corrupt', `${path} is a copy of the journal of ${open.task_id}`);
}

/** Refuses the file of a task on a bus, which is only a copy: only a process that appends to the log may append to the file. */
function mustBeHere(task: TaskId, tape: Tape): void {
  const open = tape.peek()?.entry();
  if (open?.kind === 'open' && open.bus !== undefined)
    throw new ArtooError('bus_needed', `the log of ${task} is on the bus ${open.bus.address}`);
}

/**
 * Refuses a fork whose process ended before it had done anything: its journal was never placed in a data folder, and may lack a part of what it
 * shares with its origin. The person can fork again.
 */
function mustHaveBegun(task: TaskId, tape: Tape, last: number): void {
  const open = tape.peek()?.entry();
  if (open?.kind === 'open' && open.origin !== undefined && last < open.origin.seq)
    throw new ArtooError(
      'task_over',
      `${task} is a fork of ${open.origin.task_id} that was cut off before it began: fork ${open.origin.task_id} again`,
    );
}

const over = (task: TaskId): ArtooError => new ArtooError('task_over', `${task} has ended`);

/** A journal under a temporary name: it becomes the journal of a task when it is placed. */
export type DraftJournal = {
  readonly writer: JournalWriter;
  /** Throws `journal_exists` if the name has been taken in the meantime. */
  place(): void;
  discard(): Promise<void>;
};

/** Creates a draft journal. Throws like `createJournal`. */
export function draftJournal(data: string, task: TaskId, writeTo: WriteTo = writeToFile): DraftJournal {
  const path = journalPath(data, task);
  const draft = `${path}.part`;
  mustBeNew(path);
  const writer = createAt(data, draft, writeTo);
  return {
    writer,
    place() {
      mustBeNew(path);
      attempt(data, path, () => placeNew(draft, path));
    },
    async discard() {
      await writer.close();
      rmSync(draft, { force: true });
    },
  };
}

/** Creates one folder at a time: a recursive `mkdirSync` never returns below /proc, where folders vanish as they are made. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function attempt<T>(data: string, path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === 'EEXIST') throw new ArtooError('journal_exists', `${path} already exists`, { cause });
    if (code === 'ENOENT' && existsSync(data)) throw new ArtooError('journal_missing', `there is no ${path}`, { cause });
    throw new ArtooError('data_unwritable', `cannot write to ${data}: ${code ?? cause}`, { cause });
  }
}

/** How long to wait for a process that takes the lock only to check whether it is free. */
const maxLookMs = 200;

function lock(fd: number, path: string): void {
  const until = performance.now() + maxLookMs;
  try {
    while (!tryLock(fd)) {
      if (performance.now() >= until) throw new ArtooError('journal_locked', `another process is writing ${path}`);
      Atomics.wait(pausing, 0, 0, 5);
    }
  } catch (cause) {
    if (cause instanceof ArtooError) throw cause;
    throw new ArtooError('data_unwritable', `the file system of ${path} does not support locks`, { cause });
  }
}

const pausing = new Int32Array(new SharedArrayBuffer(4));
