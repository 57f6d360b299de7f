/** Holds the journal of an ended task, so that no other process can write, compress or remove it in the meantime. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { parseEntry } from './entry.ts';
import { lastLine } from './last-line.ts';

/**
 * Why a journal was left alone. `differs`: the compressed name belongs to a different journal; `younger`: the journal is not as old as it seemed;
 * `half applied`: a dead process left file changes half done, and recovery may need its receipts; `needed`: the task undid another one, whose journal
 * still exists and whose changes would otherwise seem to be in effect.
 */
export type LeftAlone = {
  readonly left: 'gone' | 'held' | 'unfinished' | 'unreadable' | 'differs' | 'younger' | 'half applied' | 'needed';
  readonly detail: string;
};

/** A journal that is held until its file is closed. */
export type HeldJournal = { readonly file: FileHandle; readonly ended: number; readonly size: number; readonly mtimeMs: number };

/** Never throws: returns the reason if the journal cannot be held. */
export const holdEnded = (path: string): Promise<HeldJournal | LeftAlone> => holding(path, endOf);

/** Like `holdEnded` for any journal, ended or not, readable or not, plain or compressed. */
export const holdFile = (path: string): Promise<{ readonly file: FileHandle } | LeftAlone> => holding(path, async (file) => ({ file }));

async function holding<T extends object>(
  path: string,
  examine: (file: FileHandle, path: string) => Promise<T | LeftAlone>,
): Promise<T | LeftAlone> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK); // a lock needs write access
    const found = (await whyNotHeld(file, path)) ?? (await examine(file, path));
    if ('left' in found) await file.close();
    return found;
  } catch (thrown) {
    await file?.close();
    if (thrown instanceof ArtooError) return leftAlone('unreadable', `${path}: ${thrown.message}`);
    const code = errnoOf(thrown);
    return code === 'ENOENT' ? gone(path) : leftAlone('unreadable', `${path} cannot be read: ${code ?? thrown}`);
  }
}

async function whyNotHeld(file: FileHandle, path: string): Promise<LeftAlone | undefined> {
  const opened = await file.stat();
  if (!opened.isFile()) return leftAlone('unreadable', `${path} is not a file`);
  if (!tryLock(file.fd)) return leftAlone('held', `another process holds ${path}`);
  const now = await lstat(path); // the previous holder may have removed or replaced the file
  return now.ino !== opened.ino || now.dev !== opened.dev ? gone(path) : undefined;
}

async function endOf(file: FileHandle, path: string): Promise<HeldJournal | LeftAlone> {
  const { size, mtimeMs } = await file.stat();
  const { whole, line } = lastLine(file.fd);
  const parsed = parseEntry(line.toString());
  if (!parsed.ok) return leftAlone('unreadable', `the last line of ${path}: ${parsed.error}`);
  const { value: entry } = parsed;
  if (entry.kind !== 'message' || entry.type !== 'FinalResult') return leftAlone('unfinished', `${path} has not ended yet`);
  if (whole !== size) return leftAlone('unreadable', `there is data after the end of ${path}`);
  return { file, ended: Date.parse(entry.ts), size: whole, mtimeMs };
}

export const leftAlone = (left: LeftAlone['left'], detail: string): LeftAlone => ({ left, detail });

export const gone = (path: string): LeftAlone => leftAlone('gone', `${path} no longer exists`);
