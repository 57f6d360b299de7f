/** The states of files and folders, by which a later change to one of them is noticed. */
import { type Stats, statSync } from 'node:fs';

/** Records the current state of a path; to be called before it is read, even where nothing may be there. */
export type Note = (path: string) => void;

export type Marks = {
  readonly note: Note;
  /** Says that what is not noted counts as well, so that nobody can know. */
  giveUp(): void;
  /** Whether all that was noted is certainly as it was. */
  areUnchanged(): boolean;
};

/** File times advance in steps of some ms: a file that has just changed may change again without showing it. */
const restMs = 100;

export function createMarks(now: () => number = Date.now): Marks {
  const marks = new Map<string, Mark>();
  let isCertain = true;
  return {
    note(path) {
      if (marks.has(path)) return;
      const mark = markOf(path);
      if (mark && mark.ctimeMs > now() - restMs) isCertain = false;
      marks.set(path, mark);
    },
    giveUp() {
      isCertain = false;
    },
    areUnchanged: () => isCertain && marks.entries().every(([path, mark]) => isSame(mark, markOf(path))),
  };
}

/** Every change to a file updates its ctime, which programs cannot set; a file that replaces it has another inode. */
type Mark = Pick<Stats, 'dev' | 'ino' | 'ctimeMs'> | undefined;

const isSame = (a: Mark, b: Mark): boolean => a?.ctimeMs === b?.ctimeMs && a?.ino === b?.ino && a?.dev === b?.dev;

/** Undefined where nothing can be seen. Synchronous, since it takes some µs: paths that may hang are awaited elsewhere first. */
function markOf(path: string): Mark {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
