/** Caches what was seen until one of the files and folders that it was read from changes. */
import { type Stats, statSync } from 'node:fs';

/** Records the current state of a path; to be called before it is read, even where nothing may be there. */
export type Note = (path: string) => void;

/** `isWhole`: nothing was left out, so it may be used again. */
export type Seen<T> = { readonly value: T; readonly isWhole: boolean };

/** Waits for a look that is under way, as long as there is time for that. */
type Wait = (underWay: Promise<unknown>) => Promise<void>;

/** What `look` saw under this key the last time, if it would see the same now; else what it sees now. Of many at once, one looks and the others wait whether it sees what they need. */
export type UntilChanged<T> = (key: string, look: (note: Note) => Promise<Seen<T>>, wait: Wait) => Promise<T>;

const maxKept = 32;
/** File times advance in steps of some ms: a file that has just changed may change again without showing it. */
const restMs = 100;

export function createUntilChanged<T>(now: () => number = Date.now): UntilChanged<T> {
  const kept = new Map<string, { readonly value: T; readonly marks: ReadonlyMap<string, Mark> }>();
  const underWay = new Map<string, Promise<T>>();

  const knownAt = (key: string): { readonly value: T } | undefined => {
    const known = kept.get(key);
    return known?.marks.entries().every(([path, mark]) => isSame(mark, markOf(path))) ? known : undefined;
  };

  return async (key, look, wait) => {
    const before = knownAt(key);
    if (before) return before.value;
    const other = underWay.get(key);
    if (other) {
      await wait(other);
      const since = knownAt(key); // compared now: what it saw before this was asked for counts only where it is still so
      if (since) return since.value;
    }
    const looking = lookAnew(key, look);
    underWay.set(key, looking);
    try {
      return await looking;
    } finally {
      if (underWay.get(key) === looking) underWay.delete(key);
    }
  };

  async function lookAnew(key: string, look: (note: Note) => Promise<Seen<T>>): Promise<T> {
    const marks = new Map<string, Mark>();
    let isAtRest = true;
    const { value, isWhole } = await look((path) => {
      const mark = markOf(path);
      if (mark && mark.ctimeMs > now() - restMs) isAtRest = false;
      if (!marks.has(path)) marks.set(path, mark);
    });
    kept.delete(key);
    if (!isWhole || !isAtRest) return value;
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { value, marks });
    return value;
  }
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
