/** Caches what was seen until one of the files and folders involved changes. */
import { createMarks, type Marks, type Note } from '../files/marks.ts';

/** `isWhole`: nothing was left out, so the value may be reused. */
export type Seen<T> = { readonly value: T; readonly isWhole: boolean };

/** Waits for a look in progress, for as long as there is time. */
type Wait = (underWay: Promise<unknown>) => Promise<void>;

/**
 * What `look` saw under this key last time, if it would see the same now; otherwise what it sees now. Concurrent callers share a look if its result
 * is recent enough for all of them.
 */
export type UntilChanged<T> = (key: string, look: (note: Note) => Promise<Seen<T>>, wait: Wait) => Promise<T>;

const maxKept = 32;

export function createUntilChanged<T>(now?: () => number): UntilChanged<T> {
  const kept = new Map<string, { readonly value: T; readonly marks: Marks }>();
  const underWay = new Map<string, Promise<T>>();

  const knownAt = (key: string): { readonly value: T } | undefined => {
    const known = kept.get(key);
    return known?.marks.areUnchanged() ? known : undefined;
  };

  return async (key, look, wait) => {
    const before = knownAt(key);
    if (before) return before.value;
    const other = underWay.get(key);
    if (other) {
      await wait(other);
      const since = knownAt(key); // checked only now: an earlier result counts only if it is still current
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
    const marks = createMarks(now);
    const { value, isWhole } = await look(marks.note);
    kept.delete(key);
    if (!isWhole) return value;
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { value, marks });
    return value;
  }
}
