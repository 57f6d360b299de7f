/** Ids as people see and type them. Imports nothing, because listing tasks loads it. Pure. */

/** How an id is shown to a person: the last eight characters of an id made by artoo, any other id in full. */
export const shortId = (id: string): string => (/^\d{8}-\d{9}-[0-9a-v]{8}$/.test(id) ? id.slice(-8) : id);

/** Every id in a sentence as a person sees it; not those that are part of a path or of another name. */
export const withShortIds = (text: string): string => text.replaceAll(/(?<![\w/.-])\d{8}-\d{9}-([0-9a-v]{8})(?![\w/-]|\.\w)/g, '$1');

/** The minimum length for the end of an id: a shorter end is too likely to fit several ids. */
const minEnd = 4;

/** The items whose id a person may mean: the item with exactly this id, otherwise those whose ids begin with the text, otherwise those whose ids end with it. */
export function calledLike<T>(items: readonly T[], wanted: string, idOf: (item: T) => string): readonly T[] {
  const exact = items.find((item) => idOf(item) === wanted);
  if (exact) return [exact];
  const beginning = items.filter((item) => idOf(item).startsWith(wanted));
  return beginning.length > 0 || wanted.length < minEnd ? beginning : items.filter((item) => idOf(item).endsWith(wanted));
}
