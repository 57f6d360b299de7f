/** Ids as people see and type them. Loads nothing, as lists of tasks are made with it. Pure. */

/** How an id is shown to a person: the last eight characters of one that artoo made, any other in full. */
export const shortId = (id: string): string => (/^\d{8}-\d{9}-[0-9a-v]{8}$/.test(id) ? id.slice(-8) : id);

/** Fewer characters at the end of an id are too easily those of another. */
const minEnd = 4;

/** What a person may mean by the id, the beginning of one, or the last characters of one; the first of these that fits anything. */
export function calledLike<T>(items: readonly T[], wanted: string, idOf: (item: T) => string): readonly T[] {
  const exact = items.find((item) => idOf(item) === wanted);
  if (exact) return [exact];
  const beginning = items.filter((item) => idOf(item).startsWith(wanted));
  return beginning.length > 0 || wanted.length < minEnd ? beginning : items.filter((item) => idOf(item).endsWith(wanted));
}
