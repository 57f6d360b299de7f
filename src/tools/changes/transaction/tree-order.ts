/** The order of a walk through a tree: every folder before what is in it, and all of that before the next one. */

export function inTreeOrder<T>(items: readonly T[], pathOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, key: pathOf(item).replaceAll('/', '\0') })) // no name has a character that comes before this one
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}
