/** The difference between two boards as data: small enough to be journaled with every write, and sufficient to make one from the other. Pure. */

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

/** If a list only grew, what was added; otherwise it is set as a whole. */
function listPatch(before: readonly unknown[], after: readonly unknown[], path: Change['path']): readonly Change[] {
  if (after.length < before.length) return [{ path, value: after }];
  return after.flatMap((value, at) => (at < before.length ? patchOf(before[at], value, [...path, at]) : [{ path: [...path, at], value }]));
}

/** Applies what `patchOf` found. */
export const patched = (before: unknown, changes: readonly Change[]): unknown =>
  changes.reduce((board, { path, value }) => setAt(board, path, value), before);

function setAt(board: unknown, [key, ...rest]: Change['path'], value: unknown): unknown {
  if (key === undefined) return value;
  if (isList(board))
    return board.length === key ? [...board, value] : board.map((item, at) => (at === key ? setAt(item, rest, value) : item));
  const mapping = isMapping(board) ? board : {};
  if (rest.length > 0 || value !== undefined) return { ...mapping, [key]: setAt(mapping[key], rest, value) };
  return Object.fromEntries(Object.entries(mapping).filter(([name]) => name !== key));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
