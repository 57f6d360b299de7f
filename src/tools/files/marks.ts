/** Records the states of files and folders, so that later changes are noticed. */
import { lstatSync, type Stats, statSync } from 'node:fs';

/** Records the current state of a path. Must be called before the path is read, even if it may not exist. */
export type Note = (path: string) => void;

/**
 * What must stay the same: the target of the path, following links; that the path leads nowhere; a folder (not a link) and its entries; or only that
 * the path is a folder and not a link.
 */
type What = 'content' | 'nothing' | 'entries' | 'folder';

export type Marks = {
  readonly note: (path: string, what?: What) => void;
  /** Records that something else matters, which is not tracked, so that changes can never be ruled out. */
  giveUp(): void;
  /** Whether everything that was recorded is certainly unchanged. */
  areUnchanged(): boolean;
};

/** File times advance in steps of a few ms: if a file has just changed, another change may go unnoticed. */
const restMs = 100;

export function createMarks(now: () => number = Date.now): Marks {
  const marks = new Map<string, Mark>();
  let isCertain = true;
  return {
    note(path, what = 'content') {
      const before = marks.get(path);
      if (before && (before.what !== 'folder' || what === 'folder')) return;
      const entry = entryAt(path, what);
      if (entry && what !== 'folder' && entry.ctimeMs > now() - restMs) isCertain = false;
      marks.set(path, { what, entry });
    },
    giveUp() {
      isCertain = false;
    },
    areUnchanged() {
      if (!isCertain) return false;
      for (const [path, mark] of marks) if (!isSame(mark, entryAt(path, mark.what))) return false;
      return true;
    },
  };
}

type Mark = { readonly what: What; readonly entry: Stats | undefined };

/** Every change to a file or to the entries of a folder updates the ctime, which programs cannot set; a replacement has another inode. */
function isSame({ what, entry }: Mark, now: Stats | undefined): boolean {
  if (what === 'folder') return now?.isDirectory() === true;
  if (what === 'nothing') return now === undefined;
  return entry?.ctimeMs === now?.ctimeMs && entry?.ino === now?.ino && entry?.dev === now?.dev;
}

/** Undefined if the path cannot be examined. Synchronous, since it takes a few µs; paths that may hang are checked in advance by other code. */
function entryAt(path: string, what: What): Stats | undefined {
  try {
    const isFollowed = what === 'content' || what === 'nothing';
    return isFollowed ? statSync(path, { throwIfNoEntry: false }) : lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
