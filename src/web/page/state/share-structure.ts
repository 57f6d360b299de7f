/** Structural sharing: unchanged parts keep their identity, so that only changed parts are drawn again. Pure. */

/** A value equal to `next` that reuses the unchanged parts of `before`. For plain data. */
export function share<T>(before: T | undefined, next: T): T {
  if (Object.is(before, next)) return next;
  if (Array.isArray(before) && Array.isArray(next)) return shareList(before, next) as T; // a list stays a list
  if (isRecord(before) && isRecord(next)) return shareRecord(before, next) as T; // a record stays a record
  return next;
}

function shareList(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const parts = next.map((part, at) => share(before[at], part));
  return before.length === parts.length && parts.every((part, at) => Object.is(part, before[at])) ? before : parts;
}

type Parts = Readonly<Record<string, unknown>>;

function shareRecord(before: Parts, next: Parts): Parts {
  const names = Object.keys(next);
  const parts = Object.fromEntries(names.map((name) => [name, share(before[name], next[name])]));
  const isSame =
    Object.keys(before).length === names.length && names.every((name) => name in before && Object.is(parts[name], before[name]));
  return isSame ? before : parts;
}

const isRecord = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);
