/** The file of the index. It is a cache: whatever happens to the file, tasks are still listed, only more slowly. Only `endsInLine` throws. */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TaskId } from '../../contracts/ids.ts';
import { type EndedHead, endedHeadIn, lineOf, lineStart, lineVersion, rowIn } from './index-row.ts';
import type { Row } from './task-state.ts';

const indexPath = (data: string): string => join(data, 'index.jsonl');

/** The last line of each task, parsed on demand. */
export type IndexText = {
  /** The number of lines, good and bad. */
  readonly lines: number;
  /** Whether every task has only one line, and every line is valid. */
  readonly isTidy: boolean;
  has(task: TaskId): boolean;
  /** The line of a task, with its line break. */
  lineOf(task: TaskId): string | undefined;
  rowOf(task: TaskId): Row | undefined;
  /** How a task ended, without its cost; undefined if it has not ended. */
  endOf(task: TaskId): EndedHead | undefined;
};

/** The current index; empty if the file cannot be read. */
export function readIndex(data: string): IndexText {
  const text = textIn(indexPath(data));
  const { lines, last } = scan(text);
  const lineIn = (task: TaskId): string | undefined => {
    const from = last.get(task);
    return from === undefined ? undefined : text.slice(from, text.indexOf('\n', from) + 1);
  };
  return {
    lines,
    isTidy: lines === last.size,
    has: (task) => last.has(task),
    lineOf: lineIn,
    rowOf: (task) => parsed(lineIn(task), rowIn),
    endOf: (task) => parsed(lineIn(task), endedHeadIn),
  };
}

const parsed = <T>(line: string | undefined, parse: (line: string) => T): T | undefined => (line === undefined ? undefined : parse(line));

/** Where the last line of each task begins. A torn line, or a line of another version, is only counted. */
function scan(text: string): { readonly lines: number; readonly last: ReadonlyMap<string, number> } {
  const last = new Map<string, number>();
  let lines = 0;
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf('\n', from);
    lines += 1;
    if (to === -1) break;
    const id = from + lineStart.length;
    const end = text.startsWith(lineStart, from) ? text.indexOf('"', id) : -1;
    if (end !== -1 && text.startsWith(lineVersion, end)) last.set(text.slice(id, end), from);
    from = to + 1;
  }
  return { lines, last };
}

function textIn(path: string): string {
  return (
    attempt(() => {
      using file = openFile(path, constants.O_RDONLY);
      return readFileSync(file.fd, 'utf8');
    }) ?? ''
  );
}

/** Adds lines in one write, so that those of several processes do not mix. */
export function appendRows(data: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  attempt(() => {
    using file = openFile(indexPath(data), constants.O_RDWR | constants.O_APPEND | constants.O_CREAT);
    writeSync(file.fd, `${endsInLine(file.fd) ? '' : '\n'}${rows.map(lineOf).join('')}`);
  });
}

/** Whether the last line of a file is whole: a truncated line would spoil the next one. */
export function endsInLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 10);
}

const maxDraftAge = 60_000;

/** Replaces all lines. A line that another process adds in the meantime may be lost; in that case, its journal is read again. */
export function rewriteIndex(data: string, lines: readonly string[]): void {
  const draft = `${indexPath(data)}.new`;
  const isOurs = attempt(() => {
    writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
    return true;
  });
  if (isOurs === undefined) {
    attempt(() => Date.now() - statSync(draft).mtimeMs > maxDraftAge && unlinkSync(draft)); // the process that wrote the draft was killed: the next rewrite begins again
    return;
  }
  const isWritten = attempt(() => {
    writeFileSync(draft, lines.join(''));
    renameSync(draft, indexPath(data));
    return true;
  });
  if (isWritten === undefined) attempt(() => unlinkSync(draft));
}

/** Opens a file that no other user can read. Throws for anything but a regular file, and does not block on a pipe. */
function openFile(path: string, flags: number): Disposable & { readonly fd: number } {
  const fd = openSync(path, flags | constants.O_NONBLOCK, 0o600);
  const file = { fd, [Symbol.dispose]: () => closeSync(fd) };
  if (fstatSync(fd).isFile()) return file;
  file[Symbol.dispose]();
  throw new Error('not a file');
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined; // a cache that cannot be read or written counts as missing
  }
}
