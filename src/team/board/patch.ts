/**
 * The difference between two boards as data: small enough to be journaled with every write, and sufficient to make the second board from the first.
 * Pure.
 */

/** A value at a path; without a value, the path is removed. */
export type Change = { readonly path: readonly (string | number)[]; readonly value?: unknown };

/** What to set, in order, to get from `before` to `after`. Parts that are the same object are skipped. */
export function patchOf(before: unknown, after: unknown, path: Change['path'] = []): readonly Change[] {
  if (Object.is(before, after)) return [];
  if (isList(before) && isList(after)) return listPatch(before, after, path);
  if (isMapping(before) && isMapping(after)) {
    const gone = Object.keys(before).filter((key) => before[key] !== undefined && after[key] === undefined);
    const set = Object.entries(after).filter(([, value]) => value !== undefined);
    return [
      ...gone.map((key): Change => ({ path: [...path, key] })),
      ...set.flatMap(([key, value]) =>
        before[key] === undefined ? [{ path: [...path, key], value }] : patchOf(before[key], value, [...path, key]),
      ),
    ];
  }
  return [{ path, value: after }];
}

/** The changes to a list: if it only grew, the added items, otherwise the whole list. */
function listPatch(before: readonly unknown[], after: readonly unknown[], path: Change['path']): readonly Change[] {
  if (after.length < before.length) return [{ path, value: after }];
  const changes: Change[] = [];
  for (const [at, value] of after.entries())
    if (at >= before.length) changes.push({ path: [...path, at], value });
    else if (!Object.is(before[at], value)) changes.push(...patchOf(before[at], value, [...path, at]));
  return changes;
}

/** Applies what `patchOf` found, once or several times in a row. */
export function patched(before: unknown, changes: readonly Change[]): unknown {
  const copied = new Set<unknown>();
  return changes.reduce((board, { path, value }) => setAt(board, path, value, copied), before);
}

/** Sets a value. Each list is copied only once, because nearly every change concerns the long list of tasks: those in `copied` are already copies. */
function setAt(board: unknown, [key, ...rest]: Change['path'], value: unknown, copied: Set<unknown>): unknown {
  if (key === undefined) return value;
  if (isList(board)) {
    if (typeof key !== 'number' || key > board.length) return board;
    const list = copied.has(board) ? (board as unknown[]) : [...board]; // a list in `copied` was made below
    copied.add(list);
    list[key] = setAt(list[key], rest, value, copied);
    return list;
  }
  const mapping = isMapping(board) ? board : {};
  if (rest.length > 0 || value !== undefined) return { ...mapping, [key]: setAt(mapping[key], rest, value, copied) };
  return Object.fromEntries(Object.entries(mapping).filter(([name]) => name !== key));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
