/** Ids as people see and type them. Imports nothing, because lists of tasks load it. Pure. */

/** How an id is shown to a person: the last eight characters of one that artoo made, any other in full. */
export const shortId = (id: string): string => (/^\d{8}-\d{9}-[0-9a-v]{8}$/.test(id) ? id.slice(-8) : id);

/** A shorter end is too likely to fit several ids. */
const minEnd = 4;

/** The items whose id a person may mean: the one with exactly this id, else those whose ids begin with it, else those whose ids end with it. */
export function calledLike<T>(items: readonly T[], wanted: string, idOf: (item: T) => string): readonly T[] {
  const exact = items.find((item) => idOf(item) === wanted);
  if (exact) return [exact];
  const beginning = items.filter((item) => idOf(item).startsWith(wanted));
  return beginning.length > 0 || wanted.length < minEnd ? beginning : items.filter((item) => idOf(item).endsWith(wanted));
}
