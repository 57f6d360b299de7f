/** Where two values of JSON differ, part by part. Pure. */

/** A part of a value, by its path; undefined where it is not there. */
export type JsonDifference = { readonly path: string; readonly recorded: unknown; readonly computed: unknown };

/** The innermost parts that are not the same, in order, and no more than `most` of them. */
export function jsonDifferences(recorded: unknown, computed: unknown, most = 20): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  compare('', recorded, computed);
  return found;

  function compare(path: string, one: unknown, other: unknown): void {
    if (found.length >= most || Object.is(one, other)) return;
    if (!isNested(one) || !isNested(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, recorded: one, computed: other });
      return;
    }
    const [a, b] = [one, other] as Readonly<Record<string, unknown>>[]; // both are objects or both are lists
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      compare(path === '' ? key : `${path}.${key}`, a?.[key], b?.[key]);
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
