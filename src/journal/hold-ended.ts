/** The journal of an ended task, held so that no other process can take it: what is done to it as a whole is done under this. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { tryLock } from 'fs-native-extensions';
import { errnoOf } from '../contracts/errno.ts';
import { ArtooError } from '../contracts/errors.ts';
import { parseEntry } from './entry.ts';
import { lastLine } from './last-line.ts';

/**
 * Why something was left as it is. `differs`: there is another journal under its compressed name; `younger`: it is not as old as was thought;
 * `half applied`: a dead process left changes of files that are neither made nor taken back, and its receipts may be needed for that;
 * `needed`: it took back what is still there, which without it would seem to be in effect.
 */
export type LeftAlone = {
  readonly left: 'gone' | 'held' | 'unfinished' | 'unreadable' | 'differs' | 'younger' | 'half applied' | 'needed';
  readonly detail: string;
};

/** Held until the file is closed. */
export type HeldJournal = { readonly file: FileHandle; readonly ended: number; readonly size: number; readonly mtimeMs: number };

/** Never throws: what cannot be held says why. */
export async function holdEnded(path: string): Promise<HeldJournal | LeftAlone> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK); // no lock without the right to write
    const found = await examine(file, path);
    if ('left' in found) await file.close();
    return found;
  } catch (thrown) {
    await file?.close();
    if (thrown instanceof ArtooError) return leftAlone('unreadable', `${path}: ${thrown.message}`);
    const code = errnoOf(thrown);
    return code === 'ENOENT' ? gone(path) : leftAlone('unreadable', `${path} cannot be read: ${code ?? thrown}`);
  }
}

async function examine(file: FileHandle, path: string): Promise<HeldJournal | LeftAlone> {
  const opened = await file.stat();
  if (!opened.isFile()) return leftAlone('unreadable', `${path} is not a file`);
  if (!tryLock(file.fd)) return leftAlone('held', `another process holds ${path}`);
  const now = await lstat(path); // the process that held it before may have removed it, or put another in its place
  if (now.ino !== opened.ino || now.dev !== opened.dev) return gone(path);
  const { whole, line } = lastLine(file.fd);
  const parsed = parseEntry(line.toString());
  if (!parsed.ok) return leftAlone('unreadable', `the last line of ${path}: ${parsed.error}`);
  const { value: entry } = parsed;
  if (entry.kind !== 'message' || entry.type !== 'FinalResult') return leftAlone('unfinished', `${path} has no end yet`);
  if (whole !== now.size) return leftAlone('unreadable', `there is data after the end of ${path}`);
  return { file, ended: Date.parse(entry.ts), size: whole, mtimeMs: now.mtimeMs };
}

export const leftAlone = (left: LeftAlone['left'], detail: string): LeftAlone => ({ left, detail });

export const gone = (path: string): LeftAlone => leftAlone('gone', `${path} is not there any more`);
